"""Forms of the managers' pages; what a value must be is said by the forms and models that they are made of."""

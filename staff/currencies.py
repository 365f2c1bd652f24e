"""The currencies that an installation may use, with the conventions of CLDR 47 for the people who use them.

Each has the conventions of one language: the euro has those of Germany, "1.250,50 €". Symbols are the short local
symbols: "$" for the Canadian dollar, the narrow "¥" for the yen. Currencies with three decimals, such as the Bahraini
dinar, are excluded: no poker chip is worth a thousandth.
"""

from dataclasses import dataclass

from poker.currency import Currency

NARROW = chr(0x202F)
GAP = chr(0xA0)
APOSTROPHE = chr(0x2019)


@dataclass(frozen=True, slots=True)
class NamedCurrency:
    name: str
    currency: Currency

    @property
    def label(self) -> str:
        """Return the currency as a choice: "EUR, euro: 1.250,50 €"."""
        return f"{self.currency.code}, {self.name}: {self.currency.sample}"


def _before(
    code: str,
    name: str,
    symbol: str,
    *,
    decimals: int = 2,
    decimal: str = ".",
    group: str = ",",
    further: int = 3,
    space: str = "",
    alone: int = 4,
) -> NamedCurrency:
    """Return a currency whose symbol precedes the number."""
    currency = Currency(code, symbol, decimals, decimal, group, further, alone, False, space)
    return NamedCurrency(name, currency)


def _after(
    code: str,
    name: str,
    symbol: str,
    *,
    decimals: int = 2,
    decimal: str = ",",
    group: str = GAP,
    alone: int = 4,
) -> NamedCurrency:
    """Return a currency whose symbol follows the number."""
    return NamedCurrency(
        name, Currency(code, symbol, decimals, decimal, group, 3, alone, True, GAP)
    )


NAMED = (
    _before("USD", "US dollar", "$"),
    _after("EUR", "euro", "€", group="."),
    _before("GBP", "British pound", "£"),
    _before("AUD", "Australian dollar", "$"),
    _before("CAD", "Canadian dollar", "$"),
    _before("NZD", "New Zealand dollar", "$"),
    _before("JPY", "Japanese yen", "¥", decimals=0),
    _before("CHF", "Swiss franc", "CHF", group=APOSTROPHE, space=GAP),
    _after("SEK", "Swedish krona", "kr"),
    _after("NOK", "Norwegian krone", "kr"),
    _after("DKK", "Danish krone", "kr.", group="."),
    _after("ISK", "Icelandic króna", "kr.", decimals=0, group="."),
    _after("CZK", "Czech koruna", "Kč"),
    _after("PLN", "Polish zloty", "zł", alone=5),
    _after("HUF", "Hungarian forint", "Ft"),
    _after("RON", "Romanian leu", "RON", group="."),
    _after("RSD", "Serbian dinar", "RSD", decimals=0, group="."),
    _after("UAH", "Ukrainian hryvnia", "₴"),
    _after("GEL", "Georgian lari", "₾"),
    _after("KZT", "Kazakhstani tenge", "₸"),
    _before("TRY", "Turkish lira", "₺", decimal=",", group="."),
    _before("CNY", "Chinese yuan", "¥"),
    _before("HKD", "Hong Kong dollar", "HK$"),
    _before("MOP", "Macanese pataca", "MOP$"),
    _before("TWD", "New Taiwan dollar", "$"),
    _before("KRW", "South Korean won", "₩", decimals=0),
    _before("PHP", "Philippine peso", "₱"),
    _before("SGD", "Singapore dollar", "$"),
    _before("MYR", "Malaysian ringgit", "RM"),
    _after("VND", "Vietnamese dong", "₫", decimals=0, group="."),
    _before("INR", "Indian rupee", "₹", further=2),
    _before("ZAR", "South African rand", "R", decimal=",", group=GAP),
    _before("MXN", "Mexican peso", "$"),
    _before("BRL", "Brazilian real", "R$", space=GAP, decimal=",", group="."),
    _before("ARS", "Argentine peso", "$", decimal=",", group="."),
    _before("CLP", "Chilean peso", "$", decimals=0, decimal=",", group="."),
    _before("COP", "Colombian peso", "$", decimal=",", group="."),
    _before("PEN", "Peruvian sol", "S/", space=GAP),
    _before("UYU", "Uruguayan peso", "$", space=GAP, decimal=",", group="."),
    _before("CRC", "Costa Rican colón", "₡", decimal=",", group=GAP),
    _before("DOP", "Dominican peso", "RD$"),
    _before("PYG", "Paraguayan guarani", "Gs.", decimals=0, space=GAP, decimal=",", group="."),
)
CURRENCIES = {named.currency.code: named.currency for named in NAMED}
CHOICES = [(named.currency.code, named.label) for named in NAMED]


def currency_of(code: str) -> Currency:
    """Return the currency of a code. Raises `KeyError` for a code that is not in the list."""
    return CURRENCIES[code]

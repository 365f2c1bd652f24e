// A supervisor's own remedy, step by step: each change is previewed on the server's copy of the table.

const dialog = document.getElementById("override");
const PREVIEW_DELAY = 250; // ms after the last change
let steps = [];
let previewTimer = 0;
let previews = 0;

const options = () => JSON.parse(document.getElementById("composer-options").textContent);
const element = (name, values = {}, children = []) => {
  const node = Object.assign(document.createElement(name), values);
  node.append(...children);
  return node;
};
const chooser = (label, options, value, change) => {
  const select = element("select", { ariaLabel: label });
  for (const [key, words] of options)
    select.append(element("option", { value: key, textContent: words, selected: key === value }));
  select.addEventListener("change", () => change(select.value));
  return select;
};

/** The field of one argument, by its type. */
function argument(step, arg, tools) {
  const set = (value) => {
    step.args[arg.name] = value;
    changed();
  };
  const current = step.args[arg.name] ?? "";
  const nothing = [["", arg.needed === false ? "none" : "choose"]];
  let field;
  if (arg.type === "seat")
    field = chooser(arg.words, [...nothing, ...tools.seats.map((seat) => [seat, `seat ${seat}`])], current, set);
  else if (arg.type === "street") field = chooser(arg.words, [...nothing, ...tools.streets], current, set);
  else if (arg.type === "choice") field = chooser(arg.words, [...nothing, ...arg.options], current, set);
  else if (arg.type === "acts") return acts(step, arg, set);
  else {
    field = element("input", { value: current, ariaLabel: arg.words, autocomplete: "off", maxLength: 40 });
    field.inputMode = { int: "numeric", money: "decimal" }[arg.type] ?? "text";
    field.addEventListener("input", () => set(field.value));
  }
  return element("label", { className: "arg" }, [element("span", { textContent: arg.words }), field]);
}

function acts(step, arg, set) {
  const chosen = new Set((step.args[arg.name] ?? "").split(",").filter(Boolean));
  const boxes = arg.options.map(([value, words]) => {
    const box = element("input", { type: "checkbox", checked: chosen.has(value) });
    box.addEventListener("change", () => {
      if (box.checked) chosen.add(value);
      else chosen.delete(value);
      set([...chosen].join(","));
    });
    return element("label", { className: "chip" }, [box, element("span", { textContent: words })]);
  });
  return element("span", { className: "acts", role: "group", ariaLabel: arg.words }, boxes);
}

function row(step, at, tools) {
  const kind = tools.kinds.find((one) => one.key === step.kind);
  const time = tools.whens.find(([value]) => value === step.when)?.[1] ?? step.when;
  const words = kind ? kind.words : `${step.say} · ${time}`;
  const key = (text, label, act, off = false) => {
    const button = element("button", { type: "button", className: "key slim", textContent: text });
    button.ariaLabel = `${label} step ${at + 1}`;
    button.disabled = off;
    button.addEventListener("click", act);
    return button;
  };
  const head = element("p", { className: "step-head" }, [
    element("b", { textContent: `${at + 1}  ${words}` }),
    key("Up", "Move up", () => move(at, -1), at === 0),
    key("Down", "Move down", () => move(at, 1), at === steps.length - 1),
    key("Remove", "Remove", () => move(at, 0)),
  ]);
  if (!kind) return element("li", { className: "keep" }, [head]);
  const say = element("input", {
    value: step.say,
    ariaLabel: `Wording, step ${at + 1}`,
    placeholder: kind.say ? "Wording for the dealer (optional)" : "Wording for the dealer",
    maxLength: 110,
    autocomplete: "off",
  });
  say.addEventListener("input", () => {
    step.say = say.value;
    changed();
  });
  const whens = tools.whens.filter(([value]) => kind.waits || !/^(street|burn)/.test(value));
  const when = chooser(`When to do step ${at + 1}`, whens, step.when, (value) => {
    step.when = value;
    changed();
  });
  const fields = (kind.args ?? []).map((arg) => argument(step, arg, tools));
  return element("li", {}, [head, element("div", { className: "fields" }, [...fields, when]), say]);
}

/** How far the log is rolled back; an option that is newer than the page is added. */
function setRollback(value) {
  const select = dialog.querySelector("[name=back]");
  const words = options().backs.find(([known]) => known === value)?.[1] ?? value;
  if (![...select.options].some((one) => one.value === value))
    select.append(element("option", { value, textContent: words }));
  select.value = value;
}

function move(at, by) {
  const [step] = steps.splice(at, 1);
  if (by) steps.splice(at + by, 0, step);
  draw();
}

function draw() {
  const tools = options();
  document.getElementById("composed").replaceChildren(...steps.map((step, at) => row(step, at, tools)));
  changed();
}

function changed() {
  dialog.querySelector("[name=steps]").value = JSON.stringify(steps);
  clearTimeout(previewTimer);
  previewTimer = setTimeout(tryOut, PREVIEW_DELAY);
}

/** The deck after each step, or why a step cannot be executed. Nothing is stored. */
async function tryOut() {
  const form = dialog.querySelector("form");
  const turn = ++previews;
  const output = document.getElementById("tried");
  try {
    const answer = await fetch(form.dataset.try, { method: "POST", body: new FormData(form) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const preview = page.getElementById("refused") ?? page.body;
    if (turn === previews) output.replaceChildren(...preview.childNodes);
  } catch {
    output.textContent = "No connection: no preview.";
  }
}

if (dialog) {
  const kinds = document.getElementById("add-kind");
  for (const kind of options().kinds)
    kinds.append(element("option", { value: kind.key, textContent: kind.words }));
  document.getElementById("add-step").addEventListener("click", () => {
    steps.push({ kind: kinds.value, when: "now", say: "", place: 0, args: {} });
    draw();
  });
  document.getElementById("take-proposed").addEventListener("click", () => {
    const { proposed, back } = options();
    steps = proposed.map(({ place, say, when }) => ({ kind: "keep", place, say, when, args: {} }));
    setRollback(back); // its steps depend on that position
    draw();
  });
  dialog.querySelector("[name=back]").addEventListener("change", changed);
  dialog.addEventListener("floor:open", changed);
  dialog.addEventListener("live:reloaded", () => draw());
}

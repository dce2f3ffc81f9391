// What is typed or chosen on the Facts page outlives the page; a sentence shows what was ruled of it.

const kept = {
  read(name) { try { return sessionStorage.getItem(`fabula:facts:${name}`); } catch { return null; } },
  write(name, value) { try { sessionStorage.setItem(`fabula:facts:${name}`, value); } catch { /* private window: kept until the page goes */ } },
};

// A summary is there again after any step was taken, half written or used already: what is used can be put otherwise and used again.
const text = document.getElementById("text");
const told = document.getElementById("draft-kept");
text.value ||= kept.read(`draft:${text.dataset.draft}`) ?? "";
told.hidden = !text.value;
text.addEventListener("input", () => {
  kept.write(`draft:${text.dataset.draft}`, text.value);
  told.hidden = !text.value;
});

// Who does the job is chosen once for the visit.
const asking = document.getElementById("asking");
for (const name of ["model", "other_model", "max_cost"]) {
  const field = asking.elements[name];
  const before = kept.read(name) ?? new URLSearchParams(location.search).get(name); // a step was taken before this script had come
  const offered = field.tagName !== "SELECT" || [...field.options].some((one) => one.value === before);
  if (field.value) kept.write(name, field.value); // chosen before this script had come
  else if (before && offered) { field.value = before; kept.write(name, before); }
  field.addEventListener("change", () => kept.write(name, field.value));
}

// The ruling of a sentence, beside the text (on a phone at the foot of the window).
const aside = document.getElementById("ruling");
function rule(sentence) {
  const ruling = document.getElementById(sentence.dataset.ruling);
  if (!ruling || !sentence.closest(".checked")) return;
  const shown = ruling.cloneNode(true);
  shown.removeAttribute("id");
  const close = Object.assign(document.createElement("button"), { type: "button", className: "shut", textContent: "×" });
  close.setAttribute("aria-label", aside.dataset.close);
  close.addEventListener("click", () => shut(sentence));
  aside.replaceChildren(close, shown);
  aside.hidden = false;
  aside.scrollTop = 0;
}
function shut(sentence) {
  sentence.focus(); // shows it again, so it is hidden after that
  aside.hidden = true;
}
aside.addEventListener("keydown", (event) => { if (event.key === "Escape") aside.querySelector(".shut")?.click(); });
const sentenceOf = (event) => event.target.closest?.("a.sentence[data-ruling]");
document.addEventListener("focusin", (event) => { const found = sentenceOf(event); if (found) rule(found); });
document.addEventListener("click", (event) => {
  const found = sentenceOf(event);
  if (!found?.closest(".checked")) return;
  event.preventDefault();
  rule(found);
});

// After a check was made or replaced: the first sentence that something speaks against.
function first() {
  const place = document.getElementById("check-made");
  const found = place.querySelector("a.sentence.contradicted, a.sentence.not_found") ?? place.querySelector("a.sentence");
  aside.hidden = !found;
  if (found) rule(found);
}
let check = "";
function follow() {
  const now = document.querySelector("#check-made .of-summary")?.textContent ?? "";
  if (now !== check) first();
  check = now;
}
document.addEventListener("fabula:refreshed", follow);
follow();

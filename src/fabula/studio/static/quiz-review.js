// Reviewing by keyboard. The keys work only while the focus is in the form, so they disturb nothing else on the page.

const form = document.getElementById("review");
const note = document.getElementById("note");

// The proof stands in the middle of its passage, however long that is.
for (const proof of document.querySelectorAll(".proofs mark")) {
  const passage = proof.closest("blockquote");
  passage.scrollTop = proof.offsetTop - passage.offsetTop - passage.clientHeight / 3;
}

function toggle(check) {
  const [yes, no] = check.querySelectorAll("input");
  const now = yes.checked ? no : yes;
  now.checked = true;
  now.focus();
}

function follow(id) { document.getElementById(id)?.click(); }

form.addEventListener("keydown", (event) => {
  if (event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return;
  const writing = event.target === note;
  const key = event.key.toLowerCase();
  if (key === "enter" && (event.target.matches("a, button") || (writing && event.shiftKey))) return;
  if (key === "enter") { event.preventDefault(); form.requestSubmit(); return; }
  if (writing) {
    if (key === "escape") form.querySelector("input:checked, input[type=radio]").focus();
    return;
  }
  const check = form.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (check) toggle(check);
  else if (key === "a") for (const each of form.querySelectorAll(".check")) { if (!each.querySelector("input:checked")) toggle(each); }
  else if (key === "n") note.focus();
  else if (key === "b") follow("back");
  else if (key === "s") follow("skip");
  else return;
  event.preventDefault();
});

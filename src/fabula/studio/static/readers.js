// One's own reader may have as many judgements as are wanted.

// What was wrong with a form stands in it, far down the page: whoever sent it is taken there.
document.getElementById("trouble")?.focus();

const judgements = document.getElementById("judgements");
const another = document.getElementById("another");

function renumber(fieldset, number) {
  const legend = fieldset.querySelector("legend");
  legend.textContent = legend.textContent.replace(/\d+/, String(number));
  for (const field of fieldset.querySelectorAll("[name]")) {
    const label = fieldset.querySelector(`label[for="${field.id}"]`);
    field.id = label.htmlFor = `${field.name}-${number}`;
    field.value = "";
  }
}

another.hidden = false;
another.addEventListener("click", () => {
  const fresh = judgements.lastElementChild.cloneNode(true);
  renumber(fresh, judgements.children.length + 1);
  judgements.append(fresh);
  fresh.querySelector("textarea").focus();
});

// A judgement that was begun needs what was read and a score.
judgements.addEventListener("input", (event) => {
  const own = event.target.closest(".judgement");
  const fields = [...own.querySelectorAll("[name]")];
  const begun = fields.some((field) => field.value.trim() !== "");
  for (const field of fields) field.required = begun && field.name !== "review";
});

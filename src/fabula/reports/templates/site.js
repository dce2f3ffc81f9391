(() => {
  for (const table of document.querySelectorAll("table.sortable")) {
    const heads = [...table.tHead.rows[0].cells];
    heads.forEach((head, column) => head.querySelector("button").addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") !== "descending";
      heads.forEach((each) => each.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = (row) => {
        const cell = row.cells[column];
        if (!("sort" in cell.dataset)) return cell.textContent.trim();
        return cell.dataset.sort === "" ? null : Number(cell.dataset.sort);
      };
      const order = (one, two) => {
        const [a, b] = [key(one), key(two)];
        if (a === null || b === null) return (a === null) - (b === null);
        const apart = typeof a === "string" ? b.localeCompare(a) : a - b;
        return down ? -apart : apart;
      };
      table.tBodies[0].append(...[...table.tBodies[0].rows].sort(order));
    }));
  }
  const search = document.getElementById("search");
  search?.addEventListener("input", () => {
    const wanted = search.value.trim().toLocaleLowerCase();
    let shown = 0;
    for (const each of document.querySelectorAll("[data-name]")) {
      each.hidden = !each.dataset.name.toLocaleLowerCase().includes(wanted);
      shown += !each.hidden;
    }
    document.getElementById("nothing").hidden = shown > 0;
  });
})();

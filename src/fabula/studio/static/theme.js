// Before the first paint: the theme that was chosen, under the name that reports keep it by.
(() => {
  const root = document.documentElement;
  root.classList.add("js");
  try { const chosen = localStorage.getItem("fabula:theme"); if (chosen) root.dataset.theme = chosen; } catch { /* private window: the system's theme */ }
})();

// Adds to pages that are complete without it: copy buttons, filters that apply at once, Escape for explanations.
"use strict";

const words = document.documentElement.lang === "ko" ? { copy: "복사", copied: "복사함" } : { copy: "Copy", copied: "Copied" };

for (const source of document.querySelectorAll("[data-copy]")) {
  const text = source.textContent.trim();
  const button = document.createElement("button");
  button.type = "button";
  button.className = "copy";
  button.textContent = words.copy;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text);
    button.textContent = words.copied;
    setTimeout(() => { button.textContent = words.copy; }, 2000);
  });
  source.prepend(button);
}

for (const form of document.querySelectorAll("[data-submit-on-change]")) {
  form.addEventListener("change", (event) => {
    if (event.target instanceof HTMLSelectElement) form.requestSubmit();
  });
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const tip of document.querySelectorAll(":is(.rank:hover, .rank:focus-within) .tip")) {
    tip.classList.add("dismissed");
    const cell = tip.parentElement;
    const restore = () => tip.classList.remove("dismissed");
    cell.addEventListener("mouseleave", restore, { once: true });
    cell.addEventListener("focusout", restore, { once: true });
  }
});

// Choosing a test card fills in its number; typing another number clears the choice.
const number = document.getElementById('numero');
const choices = [...document.querySelectorAll('.testcards input')];
for (const choice of choices) {
  choice.addEventListener('change', () => {
    if (choice.checked) number.value = choice.value.replace(/(.{4})(?=.)/g, '$1 ');
  });
}
number?.addEventListener('input', () => {
  const digits = number.value.replace(/[\s-]/g, '');
  for (const choice of choices) choice.checked = choice.value === digits;
});

// Choosing a test card writes its number, so that one sees what will be sent.
const number = document.getElementById('numero');
for (const choice of document.querySelectorAll('.testcards input')) {
  choice.addEventListener('change', () => {
    if (choice.checked) number.value = choice.value.replace(/(.{4})(?=.)/g, '$1 ');
  });
}

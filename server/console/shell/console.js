/* "/" goes to the search field. Every page works without this. */
const isTyping = (element) => element instanceof HTMLElement && element.matches('input, textarea, select, [contenteditable]')

document.addEventListener('keydown', (event) => {
	if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
	if (event.key !== '/') return
	document.querySelector('#find')?.focus()
	event.preventDefault()
})

// On a phone the places of the console are a line that moves sideways.
document.querySelector('.top [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })

// Leaving a form with text that was not sent asks first.
let unsent = false
document.addEventListener('input', (event) => {
	if (event.target.form?.method === 'post') unsent = true
})
addEventListener('beforeunload', (event) => {
	if (unsent) event.preventDefault()
})

// A form is sent once, however often its button is pressed; one that answers with a file leaves its page as it is.
document.addEventListener('submit', (event) => {
	const form = event.target
	if (form.dataset.sent) event.preventDefault()
	else if (form.method === 'post') {
		unsent = false
		if (!('file' in form.dataset)) form.dataset.sent = '1'
	}
})
addEventListener('pageshow', () => {
	for (const form of document.forms) delete form.dataset.sent
})

/* "/" goes to the search field; j and k walk through a queue. Every page works without this. */
const isTyping = (element) => element instanceof HTMLElement && element.matches('input, textarea, select, [contenteditable]')

function step(by) {
	const stops = [...document.querySelectorAll('[data-stop]')]
	const at = stops.findIndex((stop) => stop.contains(document.activeElement))
	stops[Math.min(stops.length - 1, Math.max(0, at + by))]?.focus()
}

document.addEventListener('keydown', (event) => {
	if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
	if (event.key === '/') document.querySelector('#find')?.focus()
	else if (event.key === 'j') step(1)
	else if (event.key === 'k') step(-1)
	else return
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

// The frame of a learner's page has no origin. It may ask for another page of the same view, and name one of the words below.
const view = document.querySelector('[data-view]')
if (view)
	addEventListener('message', ({ source, data }) => {
		if (source !== view.contentWindow) return
		if (typeof data.at === 'string') {
			const here = new URL(location.href)
			here.searchParams.set('at', data.at)
			location.assign(here)
		} else if (data.told in view.dataset) {
			const told = document.querySelector('[data-told]')
			told.textContent = view.dataset[data.told]
			told.hidden = false
		}
	})

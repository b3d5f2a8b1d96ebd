/* Runs before the scripts of a page that an operator views as the learner. The sandboxed frame has an opaque origin, so storage is
   replaced by memory and other APIs that need an origin are removed. */

const PRESSED_MS = 5000
const tell = (what) => parent.postMessage(what, location.origin)

function keepInMemory(session) {
	for (const name of ['localStorage', 'sessionStorage']) {
		const kept = new Map()
		const value = {
			getItem: (key) => kept.get(key) ?? null,
			setItem: (key, text) => void kept.set(key, String(text)),
			removeItem: (key) => void kept.delete(key),
		}
		Object.defineProperty(window, name, { value })
	}
	localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, JSON.stringify(session))
	// Hides the cookie banner, and keeps the visit from being counted.
	localStorage.setItem('cookie-consent', 'declined')
	for (const name of ['caches', 'indexedDB']) delete window[name]
	for (const name of ['serviceWorker', 'locks']) delete Navigator.prototype[name]
}

function followLink(event) {
	const link = event.target.closest?.('a[href]')
	if (!link || link.getAttribute('href').startsWith('#')) return
	event.preventDefault()
	event.stopPropagation()
	tell(link.origin === location.origin ? { at: link.pathname + link.search + link.hash } : { told: 'away' })
}

/** Adds the view's token to every request, even those that need no account, so that the server refuses changes. */
function askInName({ access_token: token }) {
	const send = window.fetch
	// The server also refuses requests that a page sends without a user action, but these show no message.
	let pressedAt = Number.NEGATIVE_INFINITY
	for (const name of ['click', 'keydown', 'input']) addEventListener(name, () => (pressedAt = performance.now()), true)
	let hasProgress = false
	window.fetch = async (input, init = {}) => {
		if (/^(GET|HEAD)$/.test(init.method ?? 'GET')) return send(input, init)
		const isPressed = performance.now() - pressedAt < PRESSED_MS
		const headers = new Headers(init.headers)
		headers.set('authorization', `Bearer ${token}`)
		// Pages load the account's progress with their first merge. Request the progress instead, because a merge would only send what this view
		// itself caused.
		if (input === '/api/progress/merge' && !hasProgress) {
			const answer = await send('/api/progress', { headers })
			hasProgress = answer.ok
			return answer
		}
		const answer = await send(input, { ...init, headers })
		if (isPressed && answer.status === 403) tell({ told: 'refused' })
		return answer
	}
	return send
}

/** Inlines SVG sprite sheets: `<use>` can't load them from another origin. */
function drawPictures(send) {
	const sheets = new Set()
	const bring = async (sheet) => {
		const holder = document.createElement('div')
		holder.hidden = true
		holder.innerHTML = await (await send(sheet)).text()
		document.documentElement.append(holder)
	}
	const draw = () => {
		for (const use of document.querySelectorAll('use[href^="/"]')) {
			const [sheet, id] = use.getAttribute('href').split('#')
			use.setAttribute('href', `#${id}`)
			if (!sheets.has(sheet)) void bring(sheet)
			sheets.add(sheet)
		}
	}
	new MutationObserver(draw).observe(document, { childList: true, subtree: true })
}

const { at, session } = JSON.parse(document.currentScript.dataset.view)
document.currentScript.remove()
history.replaceState(null, '', at)
keepInMemory(session)
addEventListener('click', followLink, true)
drawPictures(askInName(session))

import { storageKeys } from '#app/lib/storage-keys.ts'

declare global {
	interface Window {
		/** Buttons pressed before the page came alive; null once it has. Made by the script in the head. */
		launchwayEarly?: HTMLElement[] | null
	}
}

/**
 * For the head: a prerendered button looks alive before its code is there. A press in that moment is kept for
 * `replayEarlyClicks`, and a form is kept from sending itself as a plain page request, which would put what was typed
 * into the address. Buttons the browser runs by itself (popover, command) are left alone. An answer to the cookie banner is
 * taken at once: the page at an unknown address never comes alive.
 */
export const holdEarlyClicks =
	`window.launchwayEarly=[];addEventListener("click",function(e){var q=window.launchwayEarly,b=q&&e.target.closest&&e.target.closest("button:not([popovertarget],[commandfor])");` +
	`if(b){e.preventDefault();e.stopPropagation();var c=b.dataset.cookies;` +
	`if(c){try{localStorage.setItem(${JSON.stringify(storageKeys.cookieConsent)},c)}catch{}delete document.documentElement.dataset.asksCookies}` +
	`else{var i=q.indexOf(b);if(i>=0)q.splice(i,1);q.push(b)}}},true);`

/** Does now what was pressed too early, in the order of the last presses. Called once, when the page has come alive. */
export async function replayEarlyClicks(): Promise<void> {
	const held = window.launchwayEarly ?? []
	window.launchwayEarly = null
	for (const button of held) {
		if (button.isConnected) button.click()
		// React renders what the press changed before the next handler looks at it.
		await Promise.resolve()
	}
}

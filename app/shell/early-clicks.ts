import { storageKeys } from '#app/lib/storage-keys.ts'

declare global {
	interface Window {
		/** Buttons and links pressed before hydration; null after it. Created by the script in the head. */
		launchwayEarly?: HTMLElement[] | null
	}
}

/**
 * For the head: a button looks ready before its code has loaded. Clicks until then are kept for `replayEarlyClicks`, and forms are not
 * submitted as plain page requests, which would put input into the URL. Buttons that the browser handles itself (popover, command) are
 * ignored. An answer to the cookie banner is handled immediately, because the page at an unknown URL never hydrates. A link that needs code
 * carries `data-alive` and is kept as well, unless it opens elsewhere.
 */
export const holdEarlyClicks =
	`window.launchwayEarly=[];addEventListener("click",function(e){var q=window.launchwayEarly,b=q&&e.target.closest&&e.target.closest("button:not([popovertarget],[commandfor]),a[data-alive]");` +
	`if(b&&!(b.href&&(e.ctrlKey||e.metaKey||e.shiftKey))){e.preventDefault();e.stopPropagation();var c=b.dataset.cookies;` +
	`if(c){try{localStorage.setItem(${JSON.stringify(storageKeys.cookieConsent)},c)}catch{}delete document.documentElement.dataset.asksCookies}` +
	`else{var i=q.indexOf(b);if(i>=0)q.splice(i,1);q.push(b)}}},true);`

/** Replays the early clicks, in the order of each button's last click. Called once, after hydration. */
export async function replayEarlyClicks(): Promise<void> {
	const held = window.launchwayEarly ?? []
	window.launchwayEarly = null
	for (const button of held) {
		if (button.isConnected) button.click()
		// React renders the click's changes before the next handler reads them.
		await Promise.resolve()
	}
}

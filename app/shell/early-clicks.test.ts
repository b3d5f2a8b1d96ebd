import { afterEach, expect, test, vi } from 'vitest'

import { recordEarlyClicks, replayEarlyClicks } from './early-clicks.ts'

afterEach(() => {
	document.body.innerHTML = ''
	window.launchwayEarly = null
})

/** Opens a server-rendered page whose head script has run. `comeAlive` hydrates it. */
function openPage(markup: string) {
	document.body.innerHTML = markup
	window.eval(recordEarlyClicks)
	const onClick = vi.fn()
	const onSubmit = vi.fn((event: Event) => event.preventDefault())
	const find = (selector: string) => document.querySelector<HTMLElement>(selector) as HTMLElement
	return {
		onClick,
		onSubmit,
		find,
		async comeAlive() {
			document.body.addEventListener('click', onClick)
			document.body.addEventListener('submit', onSubmit)
			await replayEarlyClicks()
		},
	}
}

test('a click before hydration is replayed once, however often it was clicked', async () => {
	const page = openPage('<button type="button"><b>Start Quiz</b></button>')
	page.find('b').click()
	page.find('b').click()
	expect(page.onClick).not.toHaveBeenCalled()
	await page.comeAlive()
	expect(page.onClick).toHaveBeenCalledTimes(1)
})

test('a form submitted before hydration is sent by the page afterwards, not by the browser', async () => {
	const page = openPage('<form><button type="submit">Sign in</button></form>')
	const sent = vi.fn()
	page.find('form').addEventListener('submit', sent)
	page.find('button').click()
	expect(sent).not.toHaveBeenCalled()
	await page.comeAlive()
	expect(page.onSubmit).toHaveBeenCalledTimes(1)
})

test('a button the browser handles itself isn’t delayed', () => {
	const page = openPage('<button type="button" popovertarget="menu">Menu</button>')
	page.find('button').click()
	expect(window.launchwayEarly).toEqual([])
})

test('later clicks aren’t intercepted', async () => {
	const page = openPage('<button type="button">Enroll Today</button>')
	await page.comeAlive()
	page.find('button').click()
	expect(page.onClick).toHaveBeenCalledTimes(1)
})

test('a delayed click on a removed button is dropped', async () => {
	const page = openPage('<button type="button">Accept</button>')
	const button = page.find('button')
	button.click()
	button.remove()
	await expect(page.comeAlive()).resolves.toBeUndefined()
	expect(page.onClick).not.toHaveBeenCalled()
})

test('a cookie banner answer counts at once and isn’t replayed after hydration', async () => {
	const page = openPage('<button type="button" data-cookies="declined">Decline</button>')
	document.documentElement.dataset.asksCookies = ''
	page.find('button').click()
	expect([localStorage.getItem('cookie-consent'), 'asksCookies' in document.documentElement.dataset]).toEqual(['declined', false])
	await page.comeAlive()
	expect(page.onClick).not.toHaveBeenCalled()
})

test('a link whose target depends on code waits for hydration and then follows it', async () => {
	const page = openPage('<a href="/signup" data-alive>Start Free Today</a>')
	const first = new MouseEvent('click', { bubbles: true, cancelable: true })
	page.find('a').dispatchEvent(first)
	expect(first.defaultPrevented).toBe(true)
	page.find('a').setAttribute('href', '/course/module1')
	const followed: (string | null)[] = []
	page.find('a').addEventListener('click', (event) => {
		event.preventDefault()
		followed.push(page.find('a').getAttribute('href'))
	})
	await page.comeAlive()
	expect(followed).toEqual(['/course/module1'])
})

test.each([
	['another link', '<a href="/about">About</a>', {}],
	['a link opened in another tab', '<a href="/signup" data-alive>Start</a>', { ctrlKey: true }],
])('%s isn’t delayed', (_case, markup, keys) => {
	const page = openPage(markup)
	const press = new MouseEvent('click', { bubbles: true, cancelable: true, ...keys })
	page.find('a').dispatchEvent(press)
	expect(window.launchwayEarly).toEqual([])
})

import { afterEach, expect, test, vi } from 'vitest'

import { INVALID_EMAIL_MESSAGE } from '#domain/email/email-address.ts'
import { inSite } from '#tests/setup/in-site.tsx'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import PrivacyRequestRoute from './privacy-request.tsx'

vi.mock('#app/lib/backend.ts')

const showHash = (hash: string) => window.history.replaceState(null, '', `/privacy-request${hash}`)

type Answers = Record<string, () => Response | Promise<Response>>

/** Opens the page with a link's token. `asked` lists the requests. */
async function open(hash: string, answers: Answers = {}) {
	const asked: string[] = []
	vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
		const { token, email, format = '' } = JSON.parse(body as string) as Record<string, string | undefined>
		asked.push(`${path} ${token ?? email}${format && ` ${format}`}`)
		const answer = answers[path]
		return answer ? answer() : Response.json({ email: `${token}@example.com`, hasAccount: token === 'both' })
	})
	showHash(hash)
	// The test's DOM reports the change a moment later.
	await new Promise((resolve) => setTimeout(resolve))
	const view = await renderElement(inSite(PrivacyRequestRoute, '/privacy-request'))
	return { ...view, ...operatePage(view), asked }
}

afterEach(() => {
	vi.unstubAllGlobals()
	showHash('')
})

test.each([
	{ token: 'ada', hasAccount: false },
	{ token: 'both', hasAccount: true },
])('the link of $token shows what is stored, and points to the settings of an account: $hasAccount', async ({ token, hasAccount }) => {
	const { page, sees, asked } = await open(`#token=${token}`)
	await sees(`Data stored for ${token}@example.com`)
	expect(page.textContent.includes('You have an account')).toBe(hasAccount)
	expect(asked).toHaveLength(1)
})

test('a second link opened in the same window replaces the first one and its result', async () => {
	const { run, press, sees, page, asked, leave } = await open('#token=ada', {
		'/api/mailbox/erasure': () => new Response(null, { status: 204 }),
	})
	await sees('Data stored for ada@example.com')
	await press('Delete My Data')
	await press('Delete My Data')
	await sees('Your data is deleted')
	await run(() => {
		showHash('#token=bob')
		window.dispatchEvent(new Event('hashchange'))
	})
	await sees('Data stored for bob@example.com')
	expect(page.textContent).not.toContain('Your data is deleted')
	await leave()
	window.dispatchEvent(new Event('hashchange'))
	expect(asked.at(-1)).toContain('bob')
})

test('a refused deletion is reported, and the data is not called deleted', async () => {
	const refuse = () => Response.json({ error: { code: 'internal', message: 'No.' } }, { status: 500 })
	const { press, sees, page, toasts, button } = await open('#token=ada', { '/api/mailbox/erasure': refuse })
	await sees('Data stored for')
	await press('Delete My Data')
	await press('Delete My Data')
	await toasts('Error. ')
	expect(page.textContent).not.toContain('Your data is deleted')
	expect([page.querySelector('dialog[open]'), button('Delete My Data') !== undefined]).toEqual([null, true])
})

test('the data is downloaded in the chosen format', async () => {
	const { press, sees, asked } = await open('#token=ada', { '/api/mailbox/export': () => Response.json({}, { status: 503 }) })
	await sees('Data stored for')
	await press('Download as CSV')
	expect(asked.at(-1)).toBe('/api/mailbox/export ada csv')
})

test('deleting can be canceled', async () => {
	const { press, sees, asked } = await open('#token=ada')
	await sees('Data stored for')
	await press('Delete My Data')
	await press('Cancel')
	expect(asked).toEqual([expect.stringContaining('ada')])
})

test('an expired link is explained, with a form for a new one, which takes only a valid address', async () => {
	const expired = () => Response.json({ error: { code: 'link_expired', message: 'This link has expired.' } }, { status: 410 })
	const { sees, press, type, describe, asked, page } = await open('#token=old', { '/api/mailbox/open': expired })
	await sees('This link can’t be used')
	await type('Email', 'ada@')
	await press('Send me a link')
	expect([describe('Email'), asked]).toEqual([[INVALID_EMAIL_MESSAGE], ['/api/mailbox/open old']])
	await type('Email', 'ada@example.com')
	await press('Send me a link')
	await sees('Please check your inbox')
	expect([asked.at(-1), page.querySelector('[role=status] strong')?.textContent]).toEqual([
		'/api/mailbox/link ada@example.com',
		'ada@example.com',
	])
})

test('a link that could not be sent is not called sent', async () => {
	const { type, press, page, until, describe } = await open('', { '/api/mailbox/link': () => Response.json({}, { status: 503 }) })
	await type('Email', 'ada@example.com')
	await press('Send me a link')
	await until(() => expect(describe('Email')[0]).not.toBe(''))
	expect(page.textContent).not.toContain('Please check your inbox')
})

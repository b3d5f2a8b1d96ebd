import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { QueryProvider } from '#app/lib/query-provider.tsx'
import type { OwnCertificateResponse } from '#contracts/certificates.ts'
import { checkCertificateName } from '#domain/certificates/certificate-name.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { OwnCertificate } from './own-certificate.tsx'

const RULE =
	'The signed certificate comes with the full course. To earn it, complete every module, open every section and pass every knowledge check while you’re signed in, in at least two sittings.'

afterEach(() => vi.unstubAllGlobals())

async function show(userId: string | null, own: Partial<OwnCertificateResponse> = {}) {
	vi.stubGlobal('fetch', async () =>
		Response.json({ status: 'open', suggestedName: 'Ada', isPaid: false, left: [], revoked: null, ...own }),
	)
	const { page, leave } = await renderElement(
		<MemoryRouter>
			<QueryProvider>
				<OwnCertificate heading="h2" userId={userId} isSynced here="/dashboard" organization="Academy" />
			</QueryProvider>
		</MemoryRouter>,
	)
	await vi.waitFor(() => expect(page.textContent).not.toContain('Checking your progress'))
	const text = page.textContent
	await leave()
	return text
}

const left = [{ kind: 'complete-module', moduleId: 1, moduleTitle: 'Foundation' }] as const

test.each<[string, string | null, Partial<OwnCertificateResponse>]>([
	['signed out', null, {}],
	['signed in without the course', 'ana', { isPaid: false, left: [...left] }],
	['signed in with the course', 'bea', { isPaid: true, left: [...left] }],
])('%s: the page states the rule and the price once, in the same words', async (_, userId, own) => {
	const text = await show(userId, own)
	expect(text.split(RULE)).toHaveLength(2)
	expect(text).not.toMatch(/comes with you|so only what you did/)
})

const CLAIM = 'Claim Your Graduation Certificate'

test('a learner who finished the course they own can claim the certificate, and doesn’t read the rule again', async () => {
	const text = await show('cem', { isPaid: true })
	expect(text).toContain(CLAIM)
	expect(text).not.toContain(RULE)
})

test('a learner who finished without owning the course is offered the course, not the certificate', async () => {
	const text = await show('dan', { isPaid: false })
	expect(text).toContain('You finished the course. You don’t own the full course yet.')
	expect(text).not.toContain(CLAIM)
})

const CERTIFICATE = {
	id: 'c1',
	name: 'Ada L.',
	courseName: 'The course',
	issuedAt: '2026-11-01T10:00:00Z',
	revokedAt: null,
	stillKnown: null,
	hasPdf: true,
} as const
const OPEN = { status: 'open', suggestedName: 'Ada', isPaid: true, left: [], revoked: null } as const
const few = { opensAt: '2026-12-01T00:00:00Z', counted: { pause: 30, knew: 3, asked: 3, lessons: 1 }, needed: 20 }

type Answers = { own: object; changed?: () => Response | Promise<Response>; after?: object }

/** Opens the certificate of an account. `after`: what the account has once a change was accepted. */
async function open({ own, changed = () => Response.json({}), after = own }: Answers) {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const sent: unknown[] = []
	vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
		if (method === 'GET') return Response.json(sent.length > 0 ? after : own)
		const answer = await changed()
		sent.push(body ? JSON.parse(body as string) : `${method} ${path}`)
		return answer
	})
	const element = (userId: string) => (
		<MemoryRouter>
			<QueryClientProvider client={client}>
				<OwnCertificate heading="h2" userId={userId} isSynced here="/dashboard" organization="Academy" />
			</QueryClientProvider>
		</MemoryRouter>
	)
	const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
	const view = await renderElement(element('ada'))
	const used = operatePage(view)
	await used.until(() => expect(view.page.textContent).not.toContain('Checking your progress'))
	return { ...view, ...used, sent, as: (userId: string) => view.show(element(userId)) }
}

const NAME = 'Your name on the certificate'

test('the certificate is claimed under the name in the form', async () => {
	const { type, press, sees, describe, field, sent, page } = await open({
		own: OPEN,
		after: { status: 'issued', certificate: CERTIFICATE, stillKnown: few },
	})
	expect(field(NAME)?.value).toBe('Ada')
	await type(NAME, ' ')
	await press(CLAIM)
	const verdict = checkCertificateName(' ')
	expect([describe(NAME)[0], sent]).toEqual([verdict.ok || verdict.message, []])
	await type(NAME, 'Ada L.')
	await press(CLAIM)
	await sees('Issued to Ada L. on November 1, 2026.')
	expect([sent, page.textContent.includes('So far: 3 of 20 questions.')]).toEqual([[{ name: 'Ada L.' }], true])
})

test.each([
	{ changed: () => Promise.reject(new TypeError('offline')), text: 'We can’t reach the server. Nothing is lost' },
	{ changed: () => Response.json({ error: { code: 'x', message: 'Not yet.' } }, { status: 409 }), text: 'Not yet.' },
])('a certificate that could not be issued says why: $text', async ({ changed, text }) => {
	const { press, sees, field } = await open({ own: OPEN, changed })
	await press(CLAIM)
	await sees(text)
	expect(field(NAME)?.value).toBe('Ada')
})

test('another account never sees the certificate or the name of the one before', async () => {
	const { as, page, field } = await open({ own: OPEN })
	vi.stubGlobal('fetch', () => new Promise(() => {}))
	await as('bob')
	expect([page.textContent.includes('Checking your progress'), field(NAME)]).toEqual([true, undefined])
})

test('what is left is grouped by module, counted, and linked to its place', async () => {
	const place = { moduleId: 1, moduleTitle: 'Start', sectionId: 's1', sectionTitle: 'Intro' }
	const check = { kind: 'pass-check', passPercent: 80, ...place } as const
	const { page } = await open({
		own: {
			...OPEN,
			left: [
				{ kind: 'open-section', ...place },
				check,
				{ ...check, sectionId: 's2', sectionTitle: 'Goals' },
				{ kind: 'complete-module', ...place },
				{ ...check, moduleId: 2, moduleTitle: 'Sell' },
				{ kind: 'another-sitting', pauseMinutes: 30 },
			],
		},
	})
	expect(
		[...page.querySelectorAll('details')].map(({ open: isOpen, firstElementChild }) => [isOpen, firstElementChild?.textContent]),
	).toEqual([
		[true, 'Module 1: Start1 to read, 2 checks to pass, last page to reach'],
		[false, 'Module 2: Sell1 check to pass'],
	])
	expect([...page.querySelectorAll('details a')].map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
		['Read “Intro”', '/course/module1?section=s1'],
		['Pass the knowledge check in “Intro”, 80% right or more', '/course/module1?section=s1#check'],
		['Pass the knowledge check in “Goals”, 80% right or more', '/course/module1?section=s2#check'],
		['Complete the module on its last page', '/course/module1'],
		['Pass the knowledge check in “Intro”, 80% right or more', '/course/module2?section=s1#check'],
	])
	expect(page.textContent).toContain('after a break of at least 30 minutes')
})

const STATED = { ...CERTIFICATE, stillKnown: { pause: 30, knew: 18, asked: 20, lessons: 4, statedAt: '2026-11-10T10:00:00Z' } }
const counted = (knew: number) => ({ ...few, counted: { pause: 30, knew, asked: 20, lessons: 4 } })

test.each([
	{
		name: 'nothing stated yet',
		certificate: CERTIFICATE,
		stillKnown: counted(18),
		buttons: ['Add to the Certificate'],
		text: 'Your certificate could now say',
	},
	{
		name: 'the same result stated',
		certificate: STATED,
		stillKnown: counted(18),
		buttons: ['Update the Certificate', 'Remove From Certificate'],
		text: 'Your latest answers give the same result.',
	},
	{
		name: 'another result stated',
		certificate: STATED,
		stillKnown: counted(12),
		buttons: ['Update the Certificate', 'Remove From Certificate'],
		text: 'Your certificate could now say',
	},
	{
		name: 'too few answers',
		certificate: STATED,
		stillKnown: few,
		buttons: ['Remove From Certificate'],
		text: 'So far: 3 of 20 questions.',
	},
])('retention with $name', async ({ certificate, stillKnown, buttons: expected, text }) => {
	const { buttons, page } = await open({ own: { status: 'issued', certificate, stillKnown } })
	expect(buttons().filter((name) => name?.includes('Certificate') && !name.startsWith('View'))).toEqual(expected)
	expect(page.textContent).toContain(text)
})

test('retention is removed after a confirmation, and a refusal is reported', async () => {
	const own = { status: 'issued', certificate: STATED, stillKnown: counted(18) }
	const { press, toasts, sent } = await open({ own, changed: () => Response.json({}, { status: 500 }) })
	await press('Remove From Certificate')
	expect(sent).toEqual([])
	await press('Remove')
	await toasts('We couldn’t change your certificate')
	expect(sent).toEqual(['DELETE /api/certificates/still-known'])
})

test('retention is added at a click, and the button can be used again', async () => {
	const issued = { status: 'issued', certificate: CERTIFICATE, stillKnown: counted(18) }
	const { press, toasts, sees, button, sent, page } = await open({ own: issued, after: { ...issued, certificate: STATED } })
	await press('Add to the Certificate')
	await toasts('Your certificate now shows it')
	await sees('Your certificate says, as counted on November 10, 2026')
	expect(page.textContent).toContain('Your latest answers give the same result.')
	expect([button('Update the Certificate')?.getAttribute('aria-busy'), sent]).toEqual([null, ['PUT /api/certificates/still-known']])
})

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import { CERTIFICATE_CHECKS, CERTIFICATE_FILE_MAX_BYTES, type VerificationResponse } from '#contracts/certificates.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { CertificatePage } from './certificate-page.tsx'

vi.mock('#app/lib/backend.ts')

const VALID: VerificationResponse = {
	certificate: {
		id: 'c1',
		name: 'Ada Lovelace',
		issuedAt: '2026-11-01T10:00:00Z',
		revokedAt: null,
		courseTitle: 'The course',
		stillKnown: null,
	} as unknown as VerificationResponse['certificate'],
	state: 'valid',
	checks: CERTIFICATE_CHECKS.map((id) => ({ id, passed: true })),
	issuer: { id: 'did:web:x', name: 'Launchway', key: 'z6' },
	statusList: 'https://x/list',
	checkedAt: '2026-11-20T10:00:00Z',
}

type Answer = () => Response | Promise<Response>
const json =
	(body: object, status = 200) =>
	() =>
		Response.json(body, { status })
const refuse = (status: number) => json({ error: { code: 'x', message: 'It was changed.' } }, status)

/** Opens a certificate's page. The server gives these answers in order, then the last one again. */
async function open(...answers: Answer[]) {
	let asked = 0
	vi.stubGlobal('fetch', async () => answers[Math.min(asked++, answers.length - 1)]?.())
	const view = await renderElement(
		<QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
			<MemoryRouter>
				<CertificatePage id="c1" organization="Launchway" />
			</MemoryRouter>
		</QueryClientProvider>,
	)
	const used = operatePage(view)
	await used.until(() => expect(view.page.textContent).not.toContain('Checking the certificate…'))
	const choose = (file: File) =>
		view.run(() => {
			const input = view.page.querySelector<HTMLInputElement>('input[type=file]')
			if (!input) throw new Error('no file field')
			Object.defineProperty(input, 'files', { value: [file], configurable: true })
			input.dispatchEvent(new Event('change', { bubbles: true }))
		})
	return { ...view, ...used, choose }
}

const UNKNOWN = 'We couldn’t find this certificate'
const fileOf = (content: string) => new File([content], 'certificate.json')

test.each<{ name: string; result: Partial<VerificationResponse>; verdict: string; failed: number; canShare: boolean }>([
	{ name: 'a valid one', result: {}, verdict: 'This certificate is valid', failed: 0, canShare: true },
	{
		name: 'a revoked one',
		result: {
			state: 'revoked',
			certificate: { ...VALID.certificate, revokedAt: '2026-11-05T10:00:00Z' },
			checks: VALID.checks.map(({ id }) => ({ id, passed: id !== 'status' })),
		},
		verdict: 'it was revoked on November 5, 2026 and is no longer valid',
		failed: 1,
		canShare: false,
	},
	{
		name: 'an altered one',
		result: { state: 'altered', checks: VALID.checks.map(({ id }) => ({ id, passed: id !== 'signature' })) },
		verdict: 'This certificate couldn’t be verified',
		failed: 1,
		canShare: false,
	},
])('$name says so: $verdict', async ({ result, verdict, failed, canShare }) => {
	const { page, button } = await open(json({ ...VALID, ...result }))
	expect(page.textContent).toContain(verdict)
	expect(page.textContent.match(/Failed: /g)?.length ?? 0).toBe(failed)
	expect(page.textContent.match(/Passed: /g)).toHaveLength(5 - failed)
	expect(page.textContent.match(/doesn’t match the content|It’s on the list of revoked/g)?.length ?? 0).toBe(failed)
	expect([button('Print') !== undefined, page.textContent.includes('This certificate is valid')]).toEqual([canShare, canShare])
})

test('what is still known is stated only while the certificate is valid', async () => {
	const certificate = {
		...VALID.certificate,
		stillKnown: { pause: 30, knew: 9, asked: 10, lessons: 1, statedAt: '2026-11-15T10:00:00Z' },
	} as const
	const statement = 'answered 9 of 10 right, from the knowledge checks of 1 lesson. Counted on November 15, 2026'
	const valid = await open(json({ ...VALID, certificate }))
	expect(valid.page.textContent).toContain(statement)
	await valid.leave()
	const revoked = { ...certificate, revokedAt: '2026-11-16T10:00:00Z' }
	const { page } = await open(json({ ...VALID, state: 'revoked', certificate: revoked }))
	expect(page.textContent).toContain('it was revoked on November 16, 2026')
	expect(page.textContent).not.toContain('answered 9 of 10')
})

test('an unknown certificate is not called unreachable, and the other way round', async () => {
	const unknown = await open(refuse(404))
	expect(unknown.page.querySelector('h1')?.textContent).toBe(UNKNOWN)
	await unknown.leave()
	const { page, press, sees } = await open(refuse(500), json(VALID))
	expect(page.textContent).toContain('we can’t check this certificate right now')
	await press('Try Again')
	await sees('This certificate is valid')
})

test('a certificate that is gone when it is checked again is no longer shown', async () => {
	const { page, press, sees } = await open(json(VALID), refuse(404))
	await press('Check Again')
	await sees(UNKNOWN)
	expect(page.textContent).not.toContain('This certificate is valid')
})

test('a check that fails the second time says that the result is the earlier one', async () => {
	const { press, sees, button, page } = await open(json(VALID), refuse(500), json(VALID))
	await press('Check Again')
	await sees('We couldn’t check it again')
	expect(button('Check Again')?.getAttribute('aria-busy')).toBeNull()
	await press('Check Again')
	await sees('This certificate is valid')
	expect(page.textContent).not.toContain('We couldn’t check it again')
})

test.each<{ name: string; file: File; answer: Answer; text: string }>([
	{ name: 'no JSON', file: fileOf('{'), answer: json(VALID), text: 'This isn’t a certificate file from this site' },
	{
		name: 'too large',
		file: fileOf(JSON.stringify('x'.repeat(CERTIFICATE_FILE_MAX_BYTES))),
		answer: json(VALID),
		text: 'This isn’t a certificate file from this site',
	},
	{ name: 'unknown', file: fileOf('{}'), answer: refuse(404), text: 'No certificate from this site has the number in this file.' },
	{ name: 'refused', file: fileOf('{}'), answer: refuse(422), text: 'It was changed.' },
	{ name: 'not sent', file: fileOf('{}'), answer: () => Promise.reject(new TypeError('offline')), text: 'We can’t reach the server.' },
	{ name: 'valid', file: fileOf('{}'), answer: json(VALID), text: 'issued to Ada Lovelace on November 1, 2026' },
])('a file that is $name: $text', async ({ file, answer, text }) => {
	const { choose, sees, page } = await open(json(VALID), answer)
	await choose(file)
	await sees(text)
	expect(page.textContent).not.toContain('Checking the file…')
})

test('the verdict is about the file that was chosen last', async () => {
	let answerFirst = (_response: Response) => {}
	const second = { ...VALID, certificate: { ...VALID.certificate, name: 'Grace Hopper' } }
	const { choose, sees, run, page } = await open(json(VALID), () => new Promise((resolve) => (answerFirst = resolve)), json(second))
	await choose(fileOf('{"first":1}'))
	await sees('Checking the file…')
	await run(() => new Promise((resolve) => setTimeout(resolve)))
	await choose(fileOf('{"second":2}'))
	await sees('issued to Grace Hopper')
	await run(() => answerFirst(Response.json({ ...VALID, certificate: { ...VALID.certificate, name: 'Someone Else' } })))
	await run(() => new Promise((resolve) => setTimeout(resolve)))
	expect(page.textContent).not.toContain('Someone Else')
})

import type { ReactNode } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { requestSignupCode } from '#app/lib/auth-calls.ts'
import { saveDownload } from '#app/lib/save-download.ts'
import { saveStoredUser } from '#app/lib/stored-user.ts'
import signupJson from '#content/marketing/signup.json'
import type { Download } from '#content/schema/download.ts'
import { SignupTextsSchema } from '#content/schema/signup.ts'
import { INVALID_EMAIL_MESSAGE } from '#domain/email/email-address.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { SignupPage } from './signup-page.tsx'

vi.mock('#app/lib/auth-calls.ts')
vi.mock('#app/lib/save-download.ts', { spy: true })

const words = SignupTextsSchema.parse(signupJson)
const { modal, welcome, template: file } = words
const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' }

function Where() {
	const { pathname, search } = useLocation()
	return <p>Page {`${pathname}${search}`}</p>
}

type Visit = { state?: unknown; otherWays?: ReactNode }

async function open({ state = null, otherWays = <p>Other ways</p> }: Visit = {}) {
	vi.clearAllMocks()
	vi.stubGlobal('scrollTo', () => {})
	vi.mocked(requestSignupCode).mockResolvedValue({ ok: true, value: null })
	const template = { title: 'Plan', previewContent: 'One\nTwo' } as unknown as Download
	const view = await renderElement(
		<MemoryRouter initialEntries={[{ pathname: '/signup', state }]}>
			<SignupPage
				words={words}
				brand="Launchway"
				template={template}
				offerText="$47"
				otherWays={otherWays}
				renderCodeEntry={({ email }) => <p>Code for {email}</p>}
			/>
			<Where />
		</MemoryRouter>,
	)
	return { ...view, ...operatePage(view), title: () => view.page.querySelector('h1')?.textContent }
}

afterEach(() => {
	localStorage.clear()
	window.history.replaceState(null, '')
	vi.unstubAllGlobals()
})

test('the dialog opens with the stored name and address, and its first field has focus', async () => {
	saveStoredUser(ADA)
	const { field } = await open()
	expect([field(modal.nameLabel)?.value, field(modal.emailLabel)?.value]).toEqual([ADA.name, ADA.email])
	expect(document.activeElement).toBe(field(modal.nameLabel))
})

test('the dialog waits until the other ways to sign up are known', async () => {
	const { field } = await open({ otherWays: null })
	expect(field(modal.nameLabel)).toBeUndefined()
})

test('closing the dialog leads to the home page', async () => {
	const { press, sees, page } = await open()
	await press('Close')
	await sees('Page /')
	expect(page.textContent).not.toContain('Page /signup')
})

test.each([
	{ name: '', email: '', problems: ['Name is required', 'Email is required'] },
	{ name: 'Ada', email: 'ada@', problems: ['', INVALID_EMAIL_MESSAGE] },
])('“$name” and “$email” are not sent', async ({ name, email, problems }) => {
	const { type, press, describe } = await open()
	await type(modal.nameLabel, name)
	await type(modal.emailLabel, email)
	await press(modal.submitLabel)
	expect([describe(modal.nameLabel)[0], describe(modal.emailLabel)[0]]).toEqual(problems)
	expect(requestSignupCode).not.toHaveBeenCalled()
})

test('a new learner is welcomed by first name, with a code field, and again after a reload', async () => {
	const { type, press, sees, title, page, leave } = await open()
	await type(modal.nameLabel, ` ${ADA.name} `)
	await type(modal.emailLabel, ADA.email)
	await press(modal.submitLabel)
	await sees(`Code for ${ADA.email}`)
	expect([title(), document.activeElement?.textContent]).toEqual(Array(2).fill(welcome.title.replace('{firstName}', 'Ada')))
	expect(vi.mocked(requestSignupCode).mock.calls).toEqual([[{ ...ADA, next: '/course/module1' }]])
	expect(page.querySelector('dialog')).toBeNull()
	const state: unknown = (window.history.state as { usr?: unknown }).usr
	expect(state).toEqual({ signedUp: ADA })
	await leave()
	await (await open({ state })).sees(`Code for ${ADA.email}`)
})

test.each([{ state: { signedUp: { name: 'Ada' } } }, { state: 'signedUp' }, { state: { signedUp: null } }])(
	'the history entry $state is not taken for a sign-up',
	async ({ state }) => {
		const { field, title } = await open({ state })
		expect([field(modal.nameLabel) !== undefined, title()]).toEqual([true, words.page.title])
	},
)

test('a failed sign-up keeps the form, with the reason', async () => {
	const { type, press, toasts, field, title } = await open()
	vi.mocked(requestSignupCode).mockResolvedValue({ ok: false, refusal: { kind: 'refused', message: 'Not today.' } })
	await type(modal.nameLabel, ADA.name)
	await type(modal.emailLabel, ADA.email)
	await press(modal.submitLabel)
	await toasts('Not today.')
	expect([field(modal.emailLabel)?.value, title()]).toEqual([ADA.email, words.page.title])
})

test('the welcome starts the first module, and offers the template while it is not being prepared', async () => {
	const { press, sees, toasts, button } = await open({ state: { signedUp: ADA } })
	let settle = () => {}
	vi.mocked(saveDownload).mockImplementation(() => new Promise((resolve) => (settle = resolve)))
	await press(file.buttonLabel)
	expect(button(file.busyLabel)?.getAttribute('aria-busy')).toBe('true')
	settle()
	await toasts(file.doneToast.title)
	vi.mocked(saveDownload).mockRejectedValue(new TypeError('offline'))
	await press(file.buttonLabel)
	await toasts('Download failed')
	expect(button(file.buttonLabel)).toBeDefined()
	await press(welcome.startButton.label)
	await sees(`Page ${welcome.startButton.href}`)
})

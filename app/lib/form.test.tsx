import { act } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, onTestFinished, test, vi } from 'vitest'

import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/field.tsx'
import { readToasts } from '#app/ui/toast-store.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { Form, type SubmitHandler, type Submission, Submit, useForm } from './form.tsx'
import { ApiError } from './own-api.ts'

type Action = 'code'

function Example({ send }: { send: SubmitHandler<Action> }) {
	const form = useForm<Action>(send)
	return (
		<Form of={form} action="/example" trouble="Not done">
			<TextField label="Name" name="name" error={form.problems.name} />
			<TextField label="Email" name="email" error={form.problems.email} />
			<Submit of={form}>Send</Submit>
			<Button pending={form.busyWith === 'code'} onClick={form.press('code')}>
				Email me a code
			</Button>
		</Form>
	)
}

function controls(page: Element) {
	const find = <T extends Element>(selector: string) => page.querySelector<T>(selector) as T
	const field = (name: string) => find<HTMLInputElement>(`[name=${name}]`)
	return {
		field,
		type(name: string, text: string) {
			Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field(name), text)
			field(name).dispatchEvent(new Event('input', { bubbles: true }))
		},
		submit: () => find<HTMLFormElement>('form').requestSubmit(),
		buttons: () => [...page.querySelectorAll('button')].map((button) => button.getAttribute('aria-busy')),
		alerts: () => [...page.querySelectorAll('[role=alert]')].map((alert) => alert.textContent),
		saidAt: (name: string) => page.querySelector(`[id="${field(name).getAttribute('aria-describedby')}"]`)?.textContent,
	}
}

async function openForm(send: SubmitHandler<Action>) {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const { page, run, leave } = await renderElement(<Example send={send} />)
	onTestFinished(leave)
	const form = controls(page)
	return { ...form, page, run, type: (name: string, text: string) => run(() => form.type(name, text)), send: () => run(form.submit) }
}

const refusal = (status: number, fields: Record<string, string> = {}) =>
	new ApiError({ kind: 'refused', status, code: 'x', message: 'Please check it.', fields, requestId: null, retryAfterSeconds: null })

test('errors are shown at their fields, the first is focused, and typing clears the message', async () => {
	const form = await openForm(() => ({ email: 'Not an address', name: 'Name is required' }))
	await form.send()
	expect([form.saidAt('name'), form.saidAt('email')]).toEqual(['Name is required', 'Not an address'])
	expect(form.field('email').getAttribute('aria-invalid')).toBe('true')
	expect(document.activeElement).toBe(form.field('name'))
	expect(form.alerts()).toEqual(['Fix 2 fields.'])
	await form.type('name', 'Ada')
	expect([form.saidAt('name'), form.saidAt('email'), form.alerts()]).toEqual([undefined, 'Not an address', []])
})

test('form errors are shown above the form and cleared on the next try', async () => {
	const answers = [{ form: 'The server is asleep' }, undefined]
	const form = await openForm(() => answers.shift())
	await form.send()
	expect(form.alerts()).toEqual(['Not doneThe server is asleep'])
	await form.send()
	expect(form.alerts()).toEqual([])
})

test('only one submission runs at a time, and only its button shows as busy', async () => {
	const answer = Promise.withResolvers<void>()
	const send = vi.fn<SubmitHandler<Action>>(() => answer.promise)
	const form = await openForm(send)
	await form.run(() => form.page.querySelectorAll('button')[1]?.click())
	expect(form.buttons()).toEqual([null, 'true'])
	await form.send()
	await form.send()
	expect(send.mock.calls.map(([{ action }]) => action)).toEqual(['code'])
	await form.run(() => answer.resolve())
	expect(form.buttons()).toEqual([null, null])
	await form.send()
	expect(send.mock.calls.map(([{ action }]) => action)).toEqual(['code', 'submit'])
})

test('two simultaneous presses are one submission', async () => {
	const send = vi.fn<SubmitHandler<Action>>(() => new Promise(() => undefined))
	const form = await openForm(send)
	await form.run(() => {
		form.submit()
		form.submit()
	})
	expect(send).toHaveBeenCalledTimes(1)
})

test('a retry with the same text is the same submission; changed or stored text is a new one', async () => {
	const sent: Submission<Action>[] = []
	const answers = [
		() => Promise.reject(new ApiError({ kind: 'unreachable' })),
		() => ({ email: 'taken' }),
		() => ({ email: 'taken' }),
		() => {},
	]
	const form = await openForm((submission) => {
		sent.push(submission)
		return answers.shift()?.()
	})
	await form.type('name', ' Ada ')
	await form.send()
	await form.send()
	await form.type('email', 'ada@example.com')
	await form.send()
	await form.send()
	await form.send()
	expect(sent.map(({ text }) => text('name'))).toEqual(['Ada', 'Ada', 'Ada', 'Ada', 'Ada'])
	const [first, second, third, fourth, fifth] = sent.map(({ id }) => id)
	expect([second, fourth]).toEqual([first, third])
	expect(new Set([first, third, fifth]).size).toBe(3)
})

test.each([
	{ what: 'an unreachable server', error: new ApiError({ kind: 'unreachable' }), says: /couldn’t reach the server/, marks: undefined },
	{ what: 'a rate limit', error: refusal(429), says: /later/, marks: undefined },
	{ what: 'an invalid field', error: refusal(400, { email: 'Not an address' }), says: /Please check it/, marks: 'Not an address' },
	{ what: 'a bug', error: new Error('boom'), says: /couldn’t reach the server/, marks: undefined },
])('$what shows a destructive toast, marks its field and can be retried', async ({ error, says, marks }) => {
	const form = await openForm(() => Promise.reject(error))
	await form.send()
	expect(readToasts().at(-1)).toMatchObject({ title: 'Not sent', variant: 'destructive', description: expect.stringMatching(says) })
	expect([form.saidAt('email'), form.buttons()]).toEqual([marks, [null, null]])
	expect(document.activeElement === form.field('email')).toBe(marks !== undefined)
})

test('text typed before hydration is sent, and our messages replace the browser’s', async () => {
	const send = vi.fn<SubmitHandler<Action>>(() => undefined)
	const page = document.createElement('div')
	document.body.append(page)
	page.innerHTML = renderToString(<Example send={send} />)
	const form = page.querySelector('form')
	expect([form?.method, form?.getAttribute('action'), form?.noValidate]).toEqual(['post', '/example', false])
	const early = controls(page)
	early.type('name', 'Ada')
	const root = await act(async () => hydrateRoot(page, <Example send={send} />))
	onTestFinished(() => act(async () => root.unmount()))
	await act(async () => early.submit())
	expect([send.mock.calls[0]?.[0].text('name'), form?.noValidate]).toEqual(['Ada', true])
})

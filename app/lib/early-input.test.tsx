import { act, startTransition, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'

import { recordEarlyInput, replayEarlyInput } from './early-input.ts'

type Answers = { note: string; mail: string; isDone: boolean; way: string; week: string; rating: number | null }
const NOTHING: Answers = { note: '', mail: '', isDone: false, way: '', week: 'one', rating: null }
const never = () => () => {}

/** One control of each kind. Values restored by the browser appear on the second render, as on our pages. */
function Page({ kept, onChange }: { kept: Partial<Answers>; onChange: (answers: Answers) => void }) {
	const isAlive = useSyncExternalStore(
		never,
		() => true,
		() => false,
	)
	const [own, setOwn] = useState<Partial<Answers>>({})
	const answers: Answers = { ...NOTHING, ...(isAlive && kept), ...own }
	const put = (change: Partial<Answers>) => {
		setOwn({ ...own, ...change })
		onChange({ ...answers, ...change })
	}
	return (
		<>
			<textarea value={answers.note} onChange={(event) => put({ note: event.target.value })} />
			<input type="email" value={answers.mail} onChange={(event) => put({ mail: event.target.value })} />
			<input type="checkbox" checked={answers.isDone} onChange={(event) => put({ isDone: event.target.checked })} />
			{['here', 'there'].map((way) => (
				<input key={way} id={way} type="radio" name="way" checked={answers.way === way} onChange={() => put({ way })} />
			))}
			<select value={answers.week} onChange={(event) => put({ week: event.target.value })}>
				<option>one</option>
				<option>two</option>
			</select>
			<input type="range" min={1} max={5} value={answers.rating ?? 1} onChange={(event) => put({ rating: event.target.valueAsNumber })} />
		</>
	)
}

afterEach(() => {
	document.body.innerHTML = ''
	window.launchwayTyped = null
})

/** Opens a server-rendered page whose head script has run. `comeAlive` hydrates it and returns what its handlers received. */
function openPage(kept: Partial<Answers> = {}) {
	let heard: Answers | null = null
	const page = <Page kept={kept} onChange={(answers) => (heard = answers)} />
	const frame = document.createElement('div')
	frame.innerHTML = renderToString(page)
	document.body.append(frame)
	window.eval(recordEarlyInput)
	const find = (selector: string) => frame.querySelector<HTMLInputElement>(selector)!
	return {
		find,
		put(selector: string, value: string) {
			find(selector).value = value
			find(selector).dispatchEvent(new Event('input', { bubbles: true }))
		},
		async comeAlive() {
			globalThis.IS_REACT_ACT_ENVIRONMENT = true
			await act(async () => void hydrateRoot(frame, page))
			await act(async () => replayEarlyInput())
			return heard
		},
	}
}

test('input made before hydration is replayed and stays on the page', async () => {
	const page = openPage()
	page.put('textarea', 'First idea')
	page.put('[type=email]', 'ana@example.com')
	page.find('[type=checkbox]').click()
	page.find('#here').click()
	page.find('#there').click()
	page.put('select', 'two')
	page.put('[type=range]', '3')
	expect(await page.comeAlive()).toEqual({
		note: 'First idea',
		mail: 'ana@example.com',
		isDone: true,
		way: 'there',
		week: 'two',
		rating: 3,
	})
	expect(page.find('textarea').value).toBe('First idea')
	expect(page.find('[type=range]').value).toBe('3')
	expect(page.find('[type=checkbox]').checked).toBe(true)
})

test('input between the first render and the second reaches only the handlers of the second', async () => {
	const heard: string[] = []
	function Section() {
		const isAlive = useSyncExternalStore(
			never,
			() => true,
			() => false,
		)
		const section = isAlive ? 'from the URL' : 'first'
		const [text, setText] = useState<Record<string, string>>({})
		const [isDone, setIsDone] = useState(false)
		useLayoutEffect(() => {
			if (isAlive) return
			// After React's commit and before its passive effects, which start the second render.
			queueMicrotask(() => {
				const field = document.querySelector('textarea')!
				// Uses the native setter: like typing, it bypasses the one that React adds.
				Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, 'Start')
				for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
				document.querySelector<HTMLInputElement>('[type=checkbox]')!.click()
			})
		}, [isAlive])
		return (
			<>
				<textarea
					value={text[section] ?? ''}
					onChange={(event) => {
						heard.push(`${section}: ${event.target.value}`)
						setText({ ...text, [section]: event.target.value })
					}}
				/>
				<input
					type="checkbox"
					checked={isDone}
					onChange={(event) => {
						heard.push(`${section}: ${event.target.checked}`)
						setIsDone(event.target.checked)
					}}
				/>
			</>
		)
	}
	const frame = document.createElement('div')
	frame.innerHTML = renderToString(<Section />)
	document.body.append(frame)
	window.eval(recordEarlyInput)
	globalThis.IS_REACT_ACT_ENVIRONMENT = false
	startTransition(() => void hydrateRoot(frame, <Section />))
	await expect.poll(() => window.launchwayTyped?.size).toBe(2)
	globalThis.IS_REACT_ACT_ENVIRONMENT = true
	await act(async () => replayEarlyInput())
	expect(heard).toEqual(['from the URL: Start', 'from the URL: true'])
	expect(frame.querySelector('textarea')!.value).toBe('Start')
})

test('if a choice changes before hydration, the last one counts', async () => {
	const page = openPage()
	for (const way of ['#here', '#there', '#here']) page.find(way).click()
	for (let press = 0; press < 2; press++) page.find('[type=checkbox]').click()
	expect(await page.comeAlive()).toMatchObject({ way: 'here', isDone: false })
})

test('a click on a slider without moving it counts as an answer', async () => {
	const page = openPage()
	page.find('[type=range]').click()
	expect(await page.comeAlive()).toMatchObject({ rating: 1 })
})

test('stored prose is kept and early typing appended; a stored address is replaced', async () => {
	const page = openPage({ note: 'Sell a guide', mail: 'old@example.com', isDone: true })
	page.put('textarea', 'First idea')
	page.put('[type=email]', 'ana@example.com')
	page.find('[type=checkbox]').click()
	expect(await page.comeAlive()).toMatchObject({ note: 'Sell a guide First idea', mail: 'ana@example.com', isDone: true })
})

test('the caret keeps its position', async () => {
	const page = openPage()
	page.find('textarea').focus()
	page.put('textarea', 'First idea')
	page.find('textarea').setSelectionRange(5, 5)
	page.find('textarea').dispatchEvent(new KeyboardEvent('keyup', { bubbles: true }))
	await page.comeAlive()
	expect(page.find('textarea').selectionStart).toBe(5)
})

test('untouched controls replay nothing, and later input isn’t intercepted', async () => {
	const page = openPage()
	expect(await page.comeAlive()).toBeNull()
	page.put('[type=email]', 'ana@example.com')
	expect(window.launchwayTyped).toBeNull()
})

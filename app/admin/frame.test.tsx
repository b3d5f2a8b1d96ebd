import { createRoutesStub, Link, Outlet, useNavigate } from 'react-router'
import { expect, test } from 'vitest'

import { inRouter } from '#tests/setup/in-router.tsx'
import { renderElement } from '#tests/setup/render-element.ts'

import { Shortcuts, useFocusOnPage } from './frame.tsx'
import { DataTable } from './ui/data-table.tsx'
import { useKeys } from './use-keys.ts'

function Frame() {
	useKeys()
	return (
		<>
			<input id="find" type="search" />
			<Shortcuts />
		</>
	)
}

test('one-key shortcuts can be turned off, which is announced and stored in this browser', async () => {
	const open = async () => {
		const { page, run } = await renderElement(<Frame />)
		const click = (selector: string) => run(() => page.querySelector<HTMLElement>(selector)?.click())
		const slashSearches = async () => {
			await run(() => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true })))
			const isFound = document.activeElement?.id === 'find'
			page.querySelector<HTMLElement>('#find')?.blur()
			return isFound
		}
		return { page, click, slashSearches }
	}
	const first = await open()
	expect(await first.slashSearches()).toBe(true)
	await first.click('button')
	expect(first.page.querySelector('dialog')?.textContent).toContain('Go to the search field')
	await first.click('[type=checkbox]')
	expect(first.page.querySelector('[role=status]')?.textContent).toBe('Shortcuts are off.')
	expect(await first.slashSearches()).toBe(false)

	const again = await open()
	expect(await again.slashSearches()).toBe(false)
	await again.click('button')
	await again.click('[type=checkbox]')
	expect(again.page.querySelector('[role=status]')?.textContent).toBe('Shortcuts are on.')
	expect(await again.slashSearches()).toBe(true)
})

test('Ctrl+Enter presses the main button of the surrounding form, never one that moves or adds something', async () => {
	const pressed: (string | undefined)[] = []
	const { page, run } = await renderElement(
		<>
			<Frame />
			<form
				onSubmit={(event) => {
					event.preventDefault()
					pressed.push((event.nativeEvent as SubmitEvent).submitter?.textContent)
				}}
			>
				<textarea />
				<button type="submit" name="do" value="up">
					Move up
				</button>
				<button type="submit">Send</button>
			</form>
			<form onSubmit={(event) => event.preventDefault()}>
				<div contentEditable />
				<button type="submit" name="do" value="save" onClick={() => pressed.push('Save draft')}>
					Save draft
				</button>
			</form>
		</>,
	)
	const press = (init: KeyboardEventInit) =>
		run(() => page.querySelector('textarea')?.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init })))
	await press({ key: 'Enter' })
	expect(pressed).toEqual([])
	await press({ key: 'Enter', ctrlKey: true })
	await press({ key: 'Enter', metaKey: true })
	expect(pressed).toEqual(['Send', 'Send'])
	const key = new KeyboardEvent('keydown', { bubbles: true, key: 'Enter', ctrlKey: true })
	await run(() => page.querySelector('[contenteditable]')?.dispatchEvent(key))
	expect(pressed.at(-1)).toBe('Save draft')
})

test('Enter opens the item of Today that j has focused', async () => {
	const opened: string[] = []
	function Queue() {
		useKeys()
		return (
			<ol>
				{['a', 'b'].map((name) => (
					<li key={name} data-stop="" tabIndex={-1}>
						<a
							href={`#${name}`}
							onClick={(event) => {
								event.preventDefault()
								opened.push(name)
							}}
						>
							{name}
						</a>
					</li>
				))}
			</ol>
		)
	}
	const { run } = await renderElement(<Queue />)
	for (const key of ['j', 'j', 'Enter'])
		await run(() => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
	expect(opened).toEqual(['b'])
})

test('j, k and the arrow keys in a table move between row links; with shortcuts off they do nothing', async () => {
	function List() {
		useKeys()
		return (
			<>
				<DataTable
					caption="Rows"
					rows={['a', 'b', 'none', 'c']}
					rowKey={(row) => row}
					columns={[{ head: 'Row', cell: (row) => (row === 'none' ? row : <a href={`#${row}`}>{row}</a>) }]}
				/>
				<Shortcuts />
			</>
		)
	}
	const { page, run } = await renderElement(inRouter(<List />))
	const press = async (...keys: string[]) => {
		for (const key of keys)
			await run(() => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })))
		return document.activeElement?.textContent
	}
	const body = document.body.textContent
	expect(await press('ArrowDown')).toBe(body)
	expect(await press('j')).toBe('a')
	expect(await press('j')).toBe('b')
	expect(await press('ArrowDown')).toBe('c')
	expect(await press('j')).toBe('c')
	expect(await press('ArrowUp', 'k')).toBe('a')
	await run(() => page.querySelector<HTMLElement>('button')?.click())
	await run(() => page.querySelector<HTMLElement>('[type=checkbox]')?.click())
	await run(() => page.querySelector<HTMLElement>('a')?.focus())
	expect(await press('j', 'ArrowDown')).toBe('a')
})

test('a click on a row follows its first link, but not one on another control, around a checkbox, or in the row’s dialog', async () => {
	function List() {
		useKeys()
		return (
			<DataTable
				caption="Rows"
				rows={['a', 'b']}
				rowKey={(row) => row}
				columns={[
					{ head: 'Row', cell: (row) => <a href={`#${row}`}>{row}</a> },
					{ head: 'Amount', cell: () => '$1.00' },
					{ head: 'Select', card: 'select', cell: () => <input type="checkbox" aria-label="Select" /> },
					{
						head: 'Do',
						cell: () => (
							<>
								<button type="button">Do</button>
								<dialog open>Are you sure?</dialog>
							</>
						),
					},
				]}
			/>
		)
	}
	const { page, run } = await renderElement(inRouter(<List />))
	const followed: string[] = []
	for (const link of page.querySelectorAll('tbody a')) link.addEventListener('click', () => followed.push(link.textContent))
	const row = page.querySelectorAll('tbody tr')[1]
	for (const not of ['button', 'dialog', '[data-card=select]'])
		await run(() => {
			const element = row?.querySelector<HTMLElement>(not)
			expect(element).toBeTruthy()
			element?.click()
		})
	expect(followed).toEqual([])
	await run(() => row?.querySelectorAll('td')[1]?.click())
	expect(followed).toEqual(['b'])
})

test('Back focuses the row whose page was open; other navigation focuses the content', async () => {
	function Pages() {
		const navigate = useNavigate()
		return (
			<main id="content" ref={useFocusOnPage()} tabIndex={-1}>
				<Outlet />
				<button type="button" onClick={() => void navigate(-1)}>
					Back
				</button>
			</main>
		)
	}
	const List = () => (
		<DataTable
			caption="Orders"
			rows={['1', '2']}
			rowKey={(row) => row}
			columns={[{ head: 'Order', cell: (row) => <Link to={`/orders/${row}`}>{row}</Link> }]}
		/>
	)
	const Stub = createRoutesStub([
		{
			id: 'root',
			path: '/',
			Component: Pages,
			children: [
				{ path: 'orders', Component: List },
				{ path: 'orders/:order', Component: () => 'An order' },
			],
		},
	])
	const { page, run } = await renderElement(<Stub initialEntries={['/orders?state=paid']} />)
	await run(() => page.querySelectorAll<HTMLElement>('tbody a')[1]?.click())
	expect([page.textContent, document.activeElement?.id]).toEqual(['An orderBack', 'content'])
	await run(() => page.querySelector('button')?.click())
	expect(document.activeElement?.textContent).toBe('2')
})

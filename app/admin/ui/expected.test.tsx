import { createRoutesStub, data, redirect, useLoaderData } from 'react-router'
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { ActionForm } from './action-form.tsx'
import { DataTable } from './data-table.tsx'
import { Notice } from './notice.tsx'

type Ticket = { id: string; state: string }

const Queue = () => (
	<ol>
		{useLoaderData<Ticket[]>().map(({ id }) => (
			<li key={id} data-stop="" tabIndex={-1}>
				<ActionForm action={`/remove/${id}`} id="later" label={`Later ${id}`} expected={{ says: 'Later.', becomes: null }} />
			</li>
		))}
		<li data-stop="" tabIndex={-1} hidden>
			Handled a moment ago
		</li>
	</ol>
)

const Tickets = () => (
	<>
		<Notice />
		<DataTable
			caption="Tickets"
			rows={useLoaderData<Ticket[]>()}
			rowKey={({ id }) => id}
			empty="None."
			columns={[
				{ head: 'Ticket', cell: ({ id }) => id },
				{ head: 'Status', cell: ({ state }) => state },
				{
					head: 'Do',
					cell: ({ id }) => (
						<>
							<ActionForm action={`/close/${id}`} label={`Close ${id}`} expected={{ says: 'Closed.', becomes: { state: 'closed' } }} />
							<ActionForm action={`/remove/${id}`} label={`Remove ${id}`} expected={{ says: 'Removed.', becomes: null }} />
						</>
					),
				},
			]}
		/>
		<Queue />
	</>
)

/** Renders two rows and a server whose responses the test controls. */
async function openTickets(notice: { text: string; link: null } | null = null) {
	const tickets = new Map([
		['one', 'open'],
		['two', 'open'],
	])
	const shared = { formToken: 't', isProven: true, failure: null, notice, undo: null }
	let answer = (_: object) => {}
	const action = async ({ params: { id = '', what = '' } }) => {
		const refusal = await new Promise<{ message?: string }>((resolve) => (answer = resolve))
		if (refusal.message !== undefined) {
			const form = `-${what}-${id}`
			return data({ failure: { form, fields: {}, typed: {}, code: 'conflict', message: refusal.message } }, { status: 409 })
		}
		if (what === 'remove') tickets.delete(id)
		else tickets.set(id, 'closed')
		return redirect('/?done')
	}
	const Stub = createRoutesStub([
		{
			id: 'root',
			path: '/',
			loader: () => shared,
			children: [
				{ index: true, Component: Tickets, loader: () => [...tickets].map(([id, state]) => ({ id, state })) },
				{ path: ':what/:id', action },
			],
		},
	])
	const rows = [...tickets].map(([id, state]) => ({ id, state }))
	const { page, run } = await renderElement(<Stub hydrationData={{ loaderData: { root: shared, '0-0': rows } }} />)
	const press = (words: string) => run(() => [...page.querySelectorAll('button')].find((button) => button.textContent === words)?.click())
	const shown = () =>
		[...page.querySelectorAll<HTMLElement>('tbody tr')]
			.filter(({ hidden }) => !hidden)
			.map((row) => [...row.querySelectorAll('td')].slice(0, 2).map((cell) => cell.textContent))
	return {
		page,
		press,
		shown,
		respond: (refusal: object = {}) => run(() => answer(refusal)),
		toast: () => page.querySelector('.notice')?.textContent,
	}
}

test('an optimistic update shows in the row and a toast before the server answers, and stays afterwards', async () => {
	const { press, shown, respond, toast } = await openTickets()
	await expect.poll(shown).toEqual([
		['one', 'open'],
		['two', 'open'],
	])
	await press('Close one')
	expect([shown(), toast()]).toEqual([
		[
			['one', 'closed'],
			['two', 'open'],
		],
		'Closed.',
	])
	await respond()
	await expect.poll(toast).toBe('')
	expect(shown()).toEqual([
		['one', 'closed'],
		['two', 'open'],
	])
})

test('a notice takes a lost focus itself, because the element around it is empty and would show no outline', async () => {
	const { page } = await openTickets({ text: 'Answer sent.', link: null })
	expect(document.activeElement).toBe(page.querySelector('[data-toast]'))
})

test('a refused optimistic update restores the row and shows the reason', async () => {
	const { page, press, shown, respond, toast } = await openTickets()
	await expect.poll(() => shown().length).toBe(2)
	await press('Remove two')
	expect([shown(), toast()]).toEqual([[['one', 'open']], 'Removed.'])
	await respond({ message: 'Someone else changed it.' })
	await expect.poll(() => shown().length).toBe(2)
	expect([toast(), page.querySelector('[role=alert]')?.textContent]).toEqual(['', 'Someone else changed it.'])
	await press('Remove two')
	await respond()
	await expect.poll(shown).toEqual([['one', 'open']])
})

test('when an entry of a queue is handled, the focus is on the next one, or on the one before the last', async () => {
	const { press, shown, respond } = await openTickets()
	await expect.poll(() => shown().length).toBe(2)
	await press('Later two')
	expect(document.activeElement?.textContent).toBe('Later one')
	await respond({ message: 'Someone else changed it.' })
	await press('Later one')
	expect(document.activeElement?.textContent).toContain('Later two')
})

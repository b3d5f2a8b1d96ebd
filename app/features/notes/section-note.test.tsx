import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'

import type { AccountState } from '#app/lib/records/use-account-sync.ts'
import { MAX_NOTE_LENGTH, type NoteVersion } from '#domain/notes/note.ts'
import { operatePage } from '#tests/setup/operate-page.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { type NamedModule, NotesList } from './notes-list.tsx'
import { notesStore } from './notes-store.ts'
import { SectionNote } from './section-note.tsx'

const INTRO = { moduleId: 1, sectionId: 'intro' }

const version = (id: string, text: string, changedAt = 0): NoteVersion => ({ id, edits: 1, text, changedAt, seen: [] })

type Stored = { moduleId?: number; sectionId?: string; versions: NoteVersion[] }

/** Stores notes as they arrive from the account; with `unsent`, the learner then types in the intro's note. */
function store(notes: Stored[]) {
	localStorage.clear()
	notesStore.prepareFor('ada')
	notesStore.confirm('ada', { sent: [], account: notes.map((note) => ({ ...INTRO, ...note })) })
}

async function openSection(notes: Stored[], sync: AccountState = 'synced') {
	store(notes)
	const view = await renderElement(<SectionNote place={INTRO} sync={sync} />)
	const said = () => view.page.querySelector('[role=status]')?.textContent
	return {
		...view,
		...operatePage(view),
		said,
		show: (sectionId: string) => view.show(<SectionNote place={{ moduleId: 1, sectionId }} sync={sync} />),
	}
}

test('a note belongs to its section, and says where it is saved once something is written', async () => {
	const { type, field, show, said } = await openSection([])
	expect([field('Your notes')?.value, said()]).toEqual(['', ''])
	await type('Your notes', 'Ask ten customers')
	expect(said()).toBe('Saved in this browser and in your account.')
	await show('goals')
	expect([field('Your notes')?.value, said()]).toEqual(['', ''])
	await show('intro')
	expect(field('Your notes')?.value).toBe('Ask ten customers')
})

test.each(['full', 'refused'] as const)('%s is said only of a note that the account does not have', async (sync) => {
	const { said, type } = await openSection([{ versions: [version('phone', 'Sent')] }], sync)
	expect(said()).toBe('Saved in this browser and in your account.')
	await type('Your notes', 'Sent, and more')
	expect(said()).toContain('Saved in this browser only')
})

test.each([
	{ choice: 'Add it to my notes', left: 'laptop\n\nphone' },
	{ choice: 'Use it instead', left: 'phone' },
	{ choice: 'Delete it', left: 'laptop' },
])('$choice settles what was written in another browser', async ({ choice, left }) => {
	const { press, field, button, page } = await openSection([{ versions: [version('phone', 'phone', 1), version('laptop', 'laptop', 2)] }])
	expect([field('Your notes')?.value, page.textContent.includes('You also wrote this')]).toEqual(['laptop', true])
	await press(choice)
	expect([field('Your notes')?.value, button(choice), document.activeElement]).toEqual([left, undefined, field('Your notes')])
})

test('two notes that are too long together are both kept', async () => {
	const half = 'x'.repeat(MAX_NOTE_LENGTH / 2)
	const { press, field, toasts, button } = await openSection([{ versions: [version('phone', half, 1), version('laptop', half, 2)] }])
	await press('Add it to my notes')
	await toasts('Too long for one note')
	expect([field('Your notes')?.value, button('Add it to my notes') !== undefined]).toEqual([half, true])
})

const MODULES: NamedModule[] = [
	{ id: 1, title: 'Start', sections: ['intro', 'goals'].map((id) => ({ id, title: `The ${id}` })) },
	{ id: 2, title: 'Sell', sections: [{ id: 'price', title: 'The price' }] },
	{ id: 3, title: 'Without notes', sections: [] },
]

async function openList(notes: Stored[], sync: AccountState) {
	store(notes)
	const view = await renderElement(
		<MemoryRouter>
			<NotesList modules={MODULES} sync={sync} />
		</MemoryRouter>,
	)
	return { ...view, ...operatePage(view) }
}

test.each([
	{ sync: 'idle', text: 'No notes on this device. Sign in to see those in your account.', said: '' },
	{ sync: 'synced', text: 'You have no notes yet. Every section of the course has a field for them.', said: '' },
	{
		sync: 'syncing',
		text: 'You have no notes yet. Every section of the course has a field for them.',
		said: 'Loading the notes from your account…',
	},
] as const)('an empty list while the account is $sync', async ({ sync, text, said }) => {
	const { page, button } = await openList([{ versions: [version('phone', '  \n')] }], sync)
	expect([page.querySelector('[role=status]')?.textContent, page.textContent.replace(said, '')]).toEqual([said, `${text}See All Modules`])
	expect(button('See All Modules')).toBeDefined()
})

test('notes are listed by module and section, with both versions, and those of removed sections without a link', async () => {
	const { page } = await openList(
		[
			{ moduleId: 2, sectionId: 'price', versions: [version('a', 'Cheap')] },
			{ sectionId: 'goals', versions: [version('a', 'Ten\nsales', 2), version('b', 'Twenty', 1), version('c', ' ')] },
			{ versions: [version('a', 'Hello')] },
			{ moduleId: 2, sectionId: 'gone', versions: [version('a', 'Old')] },
		],
		'idle',
	)
	expect([...page.querySelectorAll('h2, h3')].map(({ textContent }) => textContent)).toEqual([
		'Start',
		'The intro',
		'The goals',
		'Sell',
		'A section that’s no longer in the course',
		'The price',
	])
	expect([...page.querySelectorAll('h3 a')].map((link) => link.getAttribute('href'))).toEqual([
		'/course/module1?section=intro',
		'/course/module1?section=goals',
		'/course/module2?section=price',
	])
	const goals = page.querySelectorAll('article')[1]
	expect(goals?.querySelectorAll('br')).toHaveLength(1)
	expect(goals?.textContent.match(/Also written in another browser/g)).toHaveLength(1)
	expect(page.querySelector('[role=status]')?.textContent).toContain('These notes are saved in this browser.')
})

test('a browser that stores nothing says so', async () => {
	const { said, type } = await openSection([])
	const full = () => {
		throw new DOMException('full', 'QuotaExceededError')
	}
	vi.spyOn(window, 'localStorage', 'get').mockReturnValue({ getItem: () => null, setItem: full, removeItem() {} } as unknown as Storage)
	await type('Your notes', 'Lost')
	vi.restoreAllMocks()
	expect(said()).toContain('Copy your note before you leave')
})

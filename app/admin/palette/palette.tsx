import { Command } from 'cmdk'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { useConsole } from '#app/admin/ui/page.tsx'
import { chooseTheme, shownTheme } from '#app/lib/theme.ts'
import { consolePaths } from '#contracts/console-paths.ts'
import type { SearchResult } from '#server/console/search/read-search.ts'

import { COMMON_TASKS, commandsForRole, type PaletteCommand as Offered, FURTHER_PAGES, SEARCH_TERMS } from './places-to-go.ts'
import { focusField, listRecentPages } from './recents.ts'
import { scoreEntry } from './score-entry.ts'
import { usePaletteSearch } from './use-found.ts'

const GROUPS = {
	learner: 'Learners',
	order: 'Orders',
	ticket: 'Tickets',
	subscriber: 'Subscribers',
	application: 'Applications',
	coupon: 'Coupons',
	text: 'Content',
} as const satisfies Record<SearchResult['kind'], string>
const KINDS = Object.keys(GROUPS) as SearchResult['kind'][]

const ITEM =
	'flex min-h-11 cursor-pointer items-center justify-between gap-x-3 flex-wrap px-3 py-[.35rem] wrap-anywhere aria-selected:bg-sunk aria-selected:inset-shadow-mark'

type Go = (href: string, isDocument?: boolean) => void

function Entry({
	value,
	href,
	note,
	isKept = false,
	go,
	children,
	...command
}: {
	value: string
	href: string
	note?: string | undefined
	/** True for a search result from the server, which is shown without matching the query again. */
	isKept?: boolean
	go: Go
	words?: string | undefined
	isDocument?: boolean | undefined
	children: ReactNode
}) {
	const { words, isDocument } = command
	return (
		<Command.Item
			value={value}
			{...(words !== undefined && { keywords: words.split(' ') })}
			forceMount={isKept}
			onSelect={() => go(href, isDocument)}
			className={ITEM}
		>
			<span>{children}</span>
			{note !== undefined && note !== '' && <small className="text-soft">{note}</small>}
		</Command.Item>
	)
}

const Commands = ({ heading, offered, go }: { heading: string; offered: readonly Offered[]; go: Go }) => (
	<Command.Group heading={heading}>
		{offered.map(({ label, href, note, words, isDocument }) => (
			<Entry key={label} value={label} href={href} note={note} words={words} isDocument={isDocument} go={go}>
				{label}
			</Entry>
		))}
	</Command.Group>
)

type Group = { heading: string; offered: readonly Offered[] }

const bestOf = ({ offered }: Group, query: string) =>
	Math.max(...offered.map(({ label, words }) => scoreEntry(label, query, words?.split(' '))))

/** Sorts groups by their best entry. The list component sorts entries only within a group. */
const byFit = (groups: readonly Group[], query: string): readonly Group[] =>
	query === '' ? groups : groups.toSorted((one, other) => bestOf(other, query) - bestOf(one, query))

/** Minimum score of an entry whose label or search words contain a word that starts with the query. */
const DIRECT = 0.8

function ThemeCommand({ onClose }: { onClose: () => void }) {
	const next = shownTheme() === 'dark' ? 'light' : 'dark'
	function choose() {
		chooseTheme(next)
		onClose()
	}
	return (
		<Command.Group heading="Appearance">
			<Command.Item value={`Switch to ${next} mode`} keywords={['theme', 'appearance', 'dark', 'light']} onSelect={choose} className={ITEM}>
				<span>{`Switch to ${next} mode`}</span>
			</Command.Item>
		</Command.Group>
	)
}

function FoundByServer({ found, go }: { found: readonly SearchResult[]; go: Go }) {
	return KINDS.map((kind) => {
		const ofKind = found.filter((each) => each.kind === kind)
		if (ofKind.length === 0) return null
		return (
			<Command.Group key={kind} heading={GROUPS[kind]} forceMount>
				{ofKind.map(({ href, title, note }) => (
					<Entry key={href} value={href} href={href} note={note} isKept go={go}>
						{title}
					</Entry>
				))}
			</Command.Group>
		)
	})
}

function Recents({ go }: { go: Go }) {
	const { pathname } = useLocation()
	const recents = listRecentPages().filter(({ href }) => href !== pathname)
	if (recents.length === 0) return null
	return (
		<Command.Group heading="Recent">
			{recents.map(({ href, title }) => (
				<Entry key={href} value={`recent ${href}`} href={href} go={go}>
					{title}
				</Entry>
			))}
		</Command.Group>
	)
}

const WORDS = {
	idle: '',
	searching: 'Searching…',
	done: '',
	failed: 'People, orders and content couldn’t be searched. Check your connection and try again.',
	'signed-out': 'Your session has ended. Sign in again to search people, orders and content.',
} as const

/** Gives all server results (their values are URLs) the same score, so that the list, which sorts by score, keeps their order. */
const scoreListed: typeof scoreEntry = (value, ...query) => (value.startsWith('/') ? 1 : scoreEntry(value, ...query))

const firstEntry = (list: HTMLElement | null) => list?.querySelector<HTMLElement>('[cmdk-item]') ?? null

/** If Enter is pressed before the search results arrive, opens the selected entry once they do. */
function useEarlyEnter(isSearching: boolean, open: (chosen: HTMLElement | null) => void) {
	const list = useRef<HTMLDivElement>(null)
	const [isWaiting, setIsWaiting] = useState(false)
	useEffect(() => {
		if (!isWaiting || isSearching) return
		setIsWaiting(false)
		open(list.current?.querySelector<HTMLElement>('[cmdk-item][aria-selected="true"]') ?? firstEntry(list.current))
	}, [isWaiting, isSearching, open])
	function onKeyDownCapture(event: KeyboardEvent) {
		if (event.key !== 'Enter') return setIsWaiting(false)
		if (!isSearching) return
		event.preventDefault()
		event.stopPropagation()
		setIsWaiting(true)
	}
	return { ref: list, onKeyDownCapture }
}

export default function Palette({ typed, onType, onClose }: { typed: string; onType: (text: string) => void; onClose: () => void }) {
	const { role, navigation } = useConsole()
	const navigate = useNavigate()
	const go: Go = (href, isDocument = false) => {
		onClose()
		if (isDocument) window.location.assign(href)
		else void navigate(href)
	}
	const { state, found, isSearching } = usePaletteSearch(typed)
	const query = typed.trim()
	const pages = [
		...navigation.flatMap(({ group, entries }) =>
			entries.map(({ label, href }): Offered => ({ label, href, words: SEARCH_TERMS[href] ?? group, role: 'support' })),
		),
		...commandsForRole(FURTHER_PAGES, role),
	]
	const groups = [
		{ heading: 'Actions', offered: commandsForRole(COMMON_TASKS, role) },
		{ heading: 'Pages', offered: pages },
	]
	// Pages come before texts: the Tax page before a text that only mentions “vat”.
	const isPlace = query !== '' && groups.some((group) => bestOf(group, query) >= DIRECT)
	const [ahead, behind] = [found.filter(({ kind }) => kind !== 'text' || !isPlace), found.filter(({ kind }) => kind === 'text' && isPlace)]
	const first = KINDS.flatMap((kind) => ahead.filter((each) => each.kind === kind))[0]
	const keys = useEarlyEnter(isSearching, (entry) => (first ? go(first.href) : entry?.click()))
	// Each response selects the first entry: a server result or, without one, the best page. By default, the list would keep a result
	// selected that is no longer shown.
	const [chosen, setChosen] = useState('')
	useEffect(() => setChosen(firstEntry(keys.ref.current)?.dataset.value ?? ''), [found, keys.ref])
	const list = useRef<HTMLDivElement>(null)
	// The selected first entry must be visible before Enter opens it.
	useEffect(() => {
		if (list.current) list.current.scrollTop = 0
	}, [query, found])
	return (
		<Command
			label="Jump to"
			loop
			filter={scoreListed}
			className="palette grid gap-2 [&>label]:sr-only"
			value={chosen}
			onValueChange={setChosen}
			{...keys}
		>
			<Command.Input
				ref={focusField}
				value={typed}
				onValueChange={onType}
				placeholder="Person, order, page or action"
				maxLength={200}
				className="control"
			/>
			<p role="status" className="text-soft empty:hidden">
				{WORDS[state]}
			</p>
			<Command.List
				ref={list}
				label="Results"
				className="max-h-[min(26rem,50dvh)] overflow-y-auto overscroll-contain [overflow-anchor:none]"
			>
				{state === 'done' && !isSearching && found.length === 0 && <Command.Empty className="p-3 text-soft">No results.</Command.Empty>}
				{query === '' && <Recents go={go} />}
				{query !== '' && <FoundByServer found={ahead} go={go} />}
				{byFit(groups, query).map((group) => (
					<Commands key={group.heading} {...group} go={go} />
				))}
				<FoundByServer found={behind} go={go} />
				{query !== '' && <ThemeCommand onClose={onClose} />}
				{query !== '' && (
					<Command.Group forceMount>
						<Entry value="search everything" href={`${consolePaths.search}?q=${encodeURIComponent(query)}`} isKept go={go}>
							{`Search everything for “${query}”`}
						</Entry>
					</Command.Group>
				)}
			</Command.List>
			<p className="text-(length:--text-sm) text-soft max-side:hidden" aria-hidden="true">
				<kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> open <kbd>Esc</kbd> close
			</p>
		</Command>
	)
}

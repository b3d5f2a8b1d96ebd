import { Fragment, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Form, Link, useLocation, useNavigation, useNavigationType } from 'react-router'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { chooseTheme, onThemeChange, shownTheme, type Theme } from '#app/lib/theme.ts'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Checkbox } from '#app/ui/choice.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

import { LeaveDialog } from './leave-dialog.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { ActionForm } from './ui/action-form.tsx'
import { ConsoleIcon, IconButton, iconNameOfPage } from './ui/console-icon.tsx'
import { Notice } from './ui/notice.tsx'
import { useConsole } from './ui/page.tsx'
import { useFieldInAddress } from './use-field-in-address.ts'
import { areShortcutsOn, findEntryOf, shortcutChoice, useKeys } from './use-keys.ts'
import { useUnsentText } from './use-unsent-text.ts'

const SHORTCUTS = [
	['Ctrl K or ⌘K', 'Jump to a page, person, order or action'],
	['/', 'Go to the search field'],
	['j', 'Next item on Today, next row of a list'],
	['k', 'Previous item, previous row'],
	['↓ ↑', 'Next or previous row, when a row has focus'],
	['Enter', 'Open the item or row'],
	['x', 'Select the row, where rows can be selected'],
	['Ctrl Enter or ⌘Enter', 'Send or save the text you’re writing'],
	['Alt F10', 'Go from a text to its toolbar; Escape goes back'],
	['Alt Shift ↑ or ↓', 'Move the paragraph, list item or block you’re in'],
	['?', 'Show this list'],
] as const

/** List of shortcuts, with a switch to turn them off: speech input may trigger them by accident (WCAG 2.1.4). */
export function Shortcuts() {
	const areOn = useSyncExternalStore<boolean | null>(onStorageChange, areShortcutsOn, () => null)
	const [isOpen, setIsOpen] = useState(false)
	const [outcome, setOutcome] = useState('')
	// Shortcuts need JavaScript.
	if (areOn === null) return null

	function choose(isOn: boolean): void {
		if (isOn) shortcutChoice.clear()
		const isKept = isOn || shortcutChoice.write('off')
		setOutcome(isKept ? `Shortcuts are ${isOn ? 'on' : 'off'}.` : 'This browser blocks storage, so shortcuts stay on.')
	}

	return (
		<>
			<IconButton
				icon="keyboard"
				label="Shortcuts"
				className="shortcuts-button max-side:pointer-coarse:hidden side:size-7"
				onClick={() => setIsOpen(true)}
			/>
			<Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={() => setIsOpen(false)}>
				<div className="grid gap-4">
					<dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-2">
						{SHORTCUTS.map(([keys, what]) => (
							<Fragment key={keys}>
								<dt>
									<kbd className="rounded-sm border border-line-strong bg-ground px-1.5 py-0.5 font-semibold whitespace-nowrap">{keys}</kbd>
								</dt>
								<dd>{what}</dd>
							</Fragment>
						))}
					</dl>
					<Checkbox label="Use these shortcuts" checked={areOn} onChange={(event) => choose(event.target.checked)} />
					<p role="status" className="text-soft">
						{outcome}
					</p>
				</div>
			</Dialog>
		</>
	)
}

/**
 * Moves focus after client-side navigation: to the content, as a document load would, or to the field that the link
 * names. After Back, focuses the row or entry whose page was open.
 */
export function useFocusOnPage() {
	const { pathname, hash } = useLocation()
	const isPop = useNavigationType() === 'POP'
	const content = useRef<HTMLElement>(null)
	const shown = useRef(pathname)
	useEffect(() => {
		if (shown.current === pathname) return
		const entry = isPop ? findEntryOf(shown.current) : null
		shown.current = pathname
		if (entry) return entry.focus()
		const named = hash === '' ? null : document.getElementById(hash.slice(1))
		const isField = named?.matches('input, textarea, select') === true
		;(isField ? named : content.current)?.focus()
	}, [pathname, hash, isPop])
	return content
}

function ThemeToggle() {
	const theme = useSyncExternalStore<Theme | null>(onThemeChange, shownTheme, () => null)
	if (theme === null) return null
	const next = theme === 'dark' ? 'light' : 'dark'
	return (
		<IconButton
			icon="moon"
			label={next === 'dark' ? 'Dark mode' : 'Light mode'}
			className="side:size-7"
			onClick={() => chooseTheme(next)}
		/>
	)
}

function Account() {
	const { email, role } = useConsole()
	return (
		<div className="col-span-full mt-2 grid border-t border-line p-3 side:sticky side:bottom-0 side:mt-1 side:bg-sunk side:px-2 side:py-1">
			<div className="flex items-center" data-operator={email}>
				<Link className="me-auto truncate py-1 no-underline hover:underline side:text-[.8125rem]" to={consolePaths.account} title={email}>
					{email}
				</Link>
				<ThemeToggle />
				<Shortcuts />
			</div>
			<div className="flex items-center gap-x-4 text-soft side:text-[.8125rem] [&_.btn]:bg-transparent [&_.btn]:font-normal [&_.btn]:text-soft [&_.btn]:hover:underline side:[&_.btn]:min-h-6 side:[&_.btn]:p-0">
				<span className="first-letter:uppercase">{role}</span>
				<a href="/" className="no-underline hover:underline">
					View site
				</a>
				<ActionForm action={consolePaths.signOut} label="Sign out" tone="quiet" reloads />
			</div>
		</div>
	)
}

const MOST_COUNTED = 99

const Count = ({ of, what }: { of: number; what: string }) => (
	<span className="ms-auto rounded-[1rem] bg-accent px-2 text-(length:--text-sm) leading-5.5 font-semibold text-on-accent">
		{of > MOST_COUNTED ? `${MOST_COUNTED}+` : of}
		<span className="sr-only">{` ${what}`}</span>
	</span>
)

const GROUP_HEADING = 'px-3 pt-4 pb-1 text-[.8125rem] leading-none text-soft side:px-2 side:pb-0.5 short:pt-2'

const NAVIGATION_LINK =
	'flex min-h-11 items-center gap-2.5 px-3 whitespace-nowrap no-underline hover:bg-raised aria-[current]:bg-raised aria-[current]:font-semibold aria-[current]:inset-shadow-mark side:min-h-8 side:px-2 short:min-h-7'

const BAR_ITEM =
	'relative grid content-center justify-items-center text-(length:--text-sm) leading-tight no-underline aria-[current]:bg-raised aria-[current]:font-semibold'

/** Bottom bar on phones, with the most used pages and the menu. */
function BottomBar() {
	const entries = useConsole().navigation.flatMap((group) => group.entries)
	return (
		<div className="fixed inset-x-0 bottom-0 z-5 grid h-14 auto-cols-fr grid-flow-col border-t border-line bg-sunk side:hidden">
			{[consolePaths.today, consolePaths.tickets, consolePaths.orders].map((page) =>
				entries
					.filter(({ href }) => href === page)
					.map(({ label, href, isCurrent, open }) => (
						<Link key={href} to={href} className={BAR_ITEM} aria-current={isCurrent ? 'page' : undefined}>
							<ConsoleIcon name={iconNameOfPage(href)} />
							{label}
							{open > 0 && (
								<span className="absolute top-0.5 left-1/2 ms-2">
									<Count of={open} what="open" />
								</span>
							)}
						</Link>
					)),
			)}
			<button type="button" popoverTarget="console-menu" className={BAR_ITEM}>
				<ConsoleIcon name="messages" />
				Menu
			</button>
		</div>
	)
}

/** Main navigation. On phones, it is a bar with a menu that opens over the page, even without JavaScript. */
function Navigation() {
	const { navigation } = useConsole()
	const { key } = useLocation()
	const menu = useRef<HTMLDivElement>(null)
	useEffect(() => {
		if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
	}, [key])
	return (
		<nav aria-label="Console">
			<BottomBar />
			<div ref={menu} id="console-menu" className="console-menu" popover="auto">
				{navigation.map(({ group, entries }) => (
					<section key={group}>
						<p id={`group-${group}`} className={group === 'Home' ? 'sr-only' : GROUP_HEADING}>
							{group}
						</p>
						<ul aria-labelledby={`group-${group}`}>
							{entries.map(({ label, href, isCurrent, open }) => (
								<li key={href}>
									<Link to={href} className={NAVIGATION_LINK} aria-current={isCurrent ? 'page' : undefined}>
										<ConsoleIcon name={iconNameOfPage(href)} />
										{label}
										{open > 0 && <Count of={open} what={href === consolePaths.tickets ? 'open' : 'to publish'} />}
									</Link>
								</li>
							))}
						</ul>
					</section>
				))}
				<Account />
			</div>
		</nav>
	)
}

const HEADER =
	'grid grid-cols-1 content-start gap-2 border-line bg-sunk px-4 max-side:border-b max-side:py-2 not-noscript:max-side:flex not-noscript:max-side:items-center not-noscript:max-side:justify-between side:sticky side:top-0 side:h-dvh side:grid-rows-[auto_auto_1fr] side:scroll-pb-20 side:overflow-y-auto side:border-r side:pt-3 short:gap-1.5 short:pt-2'

/**
 * Search field with the command palette's button. On phones with JavaScript, only the button is shown, whose height is
 * reserved before it appears, so that nothing shifts.
 */
function SearchField() {
	const hasPalette = useHydrated()
	return (
		<div className="grid gap-1 max-side:items-center not-noscript:max-side:order-1 not-noscript:max-side:min-h-(--control) side:*:col-1 side:*:row-1">
			<Form
				role="search"
				action={consolePaths.search}
				method="get"
				className="grid items-center *:col-1 *:row-1 not-noscript:max-side:hidden"
			>
				<label className="sr-only" htmlFor="find">
					Search
				</label>
				<ConsoleIcon name="search" className="z-1 ms-3 text-soft" />
				<input
					id="find"
					name="q"
					type="search"
					maxLength={200}
					placeholder="Search"
					autoComplete="off"
					className={`control min-w-0 ps-9.5 ${hasPalette ? 'side:pe-20' : ''}`}
				/>
				{!hasPalette && (
					<button type="submit" className="sr-only justify-self-end focus:not-sr-only focus:z-1 focus:bg-raised">
						Search
					</button>
				)}
			</Form>
			<PaletteButton />
		</div>
	)
}

/** Fades in after 200 ms, so that short waits show no indicator. */
const DELAYED_FADE_IN = 'opacity-100 transition-opacity delay-200 starting:opacity-0'
const LOADING = `fixed inset-x-0 top-0 z-10 h-1 animate-pulse bg-accent motion-reduce:animate-none ${DELAYED_FADE_IN}`
const SAVING = 'fixed top-3 left-1/2 z-10 -translate-x-1/2 border border-line-strong bg-raised px-4 py-2 shadow-over'

export function ConsoleFrame({ children }: { children: ReactNode }) {
	const { siteName } = useConsole()
	const { key } = useLocation()
	const isLoading = useNavigation().state === 'loading'
	const main = useFocusOnPage()
	useFieldInAddress()
	useKeys()
	const { isSaving, question } = useUnsentText()
	return (
		<div className="console min-h-dvh [--bar:3.5rem] side:[--bar:0px] side:grid side:grid-cols-[16rem_minmax(0,1fr)]">
			{(isLoading || isSaving) && <div className={LOADING} aria-hidden="true" />}
			<p role="status" className={isSaving ? SAVING : 'sr-only'}>
				{isSaving ? 'Saving…' : ''}
			</p>
			{question && <LeaveDialog {...question} />}
			<a href="#content" className="skip-link">
				Skip to content
			</a>
			<header className={HEADER}>
				<p className="min-w-0 truncate font-semibold">
					<Link to={consolePaths.today} className="no-underline" title={siteName}>
						{siteName}
					</Link>
				</p>
				<SearchField />
				<Navigation />
			</header>
			<main id="content" ref={main} tabIndex={-1} className="console-main" aria-busy={isLoading || undefined}>
				<Notice key={key} />
				{children}
			</main>
		</div>
	)
}

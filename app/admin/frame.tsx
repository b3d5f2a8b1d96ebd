import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { Form, Link, useLocation, useNavigation } from 'react-router'

import { onStorageChange } from '#app/lib/browser-storage.ts'
import { chooseTheme, onThemeChange, shownTheme, type Theme } from '#app/lib/theme.ts'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/choice.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { consolePaths } from '#contracts/console-paths.ts'

import { PaletteButton } from './palette/palette-button.tsx'
import { ActionForm } from './ui/action-form.tsx'
import { ConsoleIcon, IconButton, iconOf } from './ui/console-icon.tsx'
import { Fact, Facts } from './ui/format.tsx'
import { Notice } from './ui/notice.tsx'
import { useConsole } from './ui/page.tsx'
import { useFieldInAddress } from './use-field-in-address.ts'
import { areShortcutsOn, shortcutChoice, useKeys } from './use-keys.ts'
import { useUnsentText } from './use-unsent-text.ts'

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
			<IconButton icon="keyboard" label="Shortcuts" className="shortcuts-button" onClick={() => setIsOpen(true)} />
			<Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={() => setIsOpen(false)}>
				<div className="grid gap-4">
					<Facts>
						<Fact name="Ctrl K or ⌘K">Jump to a page, person, order or action</Fact>
						<Fact name="/">Go to the search field</Fact>
						<Fact name="j">Next item on Today, next row of a list</Fact>
						<Fact name="k">Previous item, previous row</Fact>
						<Fact name="↓ ↑">Next or previous row, when a row has focus</Fact>
						<Fact name="Enter">Open the row</Fact>
						<Fact name="x">Select the row, where rows can be selected</Fact>
						<Fact name="Ctrl Enter or ⌘Enter">Send or save the text you are writing</Fact>
						<Fact name="?">Show this list</Fact>
					</Facts>
					<Checkbox label="Use these shortcuts" checked={areOn} onChange={(event) => choose(event.target.checked)} />
					<p role="status" className="text-soft">
						{outcome}
					</p>
				</div>
			</Dialog>
		</>
	)
}

/** Moves focus to the content after client-side navigation, as a document load would, so screen readers start there. */
function useFocusOnPage() {
	const { pathname } = useLocation()
	const content = useRef<HTMLElement>(null)
	const shown = useRef(pathname)
	useEffect(() => {
		if (shown.current === pathname) return
		shown.current = pathname
		content.current?.focus()
	}, [pathname])
	return content
}

function ThemeToggle() {
	const theme = useSyncExternalStore<Theme | null>(onThemeChange, shownTheme, () => null)
	if (theme === null) return null
	const next = theme === 'dark' ? 'light' : 'dark'
	return <IconButton icon="moon" label={next === 'dark' ? 'Dark mode' : 'Light mode'} onClick={() => chooseTheme(next)} />
}

function Account() {
	const { email, role } = useConsole()
	return (
		<div className="console-account">
			<Link className="block truncate" to={consolePaths.account}>
				{email}
			</Link>
			<p className="text-soft">
				{`${role} · `}
				<a href="/">view site</a>
			</p>
			<div className="flex items-center gap-2">
				<ActionForm action={consolePaths.signOut} label="Sign out" tone="secondary" reloads />
				<ThemeToggle />
				<Shortcuts />
			</div>
		</div>
	)
}

const MOST_COUNTED = 99

const Count = ({ of, what }: { of: number; what: string }) => (
	<span className="console-count">
		{of > MOST_COUNTED ? `${MOST_COUNTED}+` : of}
		<span className="sr-only">{` ${what}`}</span>
	</span>
)

/** Navigation of the console. On phones, it is a menu that opens over the page, even without JavaScript. */
function Navigation() {
	const { navigation } = useConsole()
	const { key } = useLocation()
	const menu = useRef<HTMLDivElement>(null)
	useEffect(() => {
		if (menu.current?.matches(':popover-open')) menu.current.hidePopover()
	}, [key])
	const current = navigation.flatMap(({ entries }) => entries).find(({ isCurrent }) => isCurrent)
	return (
		<nav aria-label="Console">
			<Button variant="secondary" className="console-menu-button" popoverTarget="console-menu">
				{current ? `Menu: ${current.label}` : 'Menu'}
			</Button>
			<div ref={menu} id="console-menu" className="console-menu" popover="auto">
				{navigation.map(({ group, entries }) => (
					<section key={group}>
						<p id={`group-${group}`} className={group === 'Home' ? 'sr-only' : 'console-group'}>
							{group}
						</p>
						<ul aria-labelledby={`group-${group}`}>
							{entries.map(({ label, href, isCurrent, open }) => (
								<li key={href}>
									<Link to={href} className="console-place" aria-current={isCurrent ? 'page' : undefined}>
										<ConsoleIcon name={iconOf(href)} />
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

export function Frame({ children }: { children: ReactNode }) {
	const { siteName } = useConsole()
	const { key } = useLocation()
	const isLoading = useNavigation().state === 'loading'
	const main = useFocusOnPage()
	useFieldInAddress()
	useKeys()
	useUnsentText()
	return (
		<div className="console">
			<a href="#content" className="skip-link">
				Skip to content
			</a>
			<header className="console-head">
				<p className="font-semibold">
					<Link to={consolePaths.today} className="no-underline">{`${siteName} console`}</Link>
				</p>
				<div className="console-find">
					<Form role="search" action={consolePaths.search} method="get" className="console-search">
						<label className="sr-only" htmlFor="find">
							Search
						</label>
						<ConsoleIcon name="search" />
						<input id="find" name="q" type="search" maxLength={200} placeholder="Search" autoComplete="off" className="control min-w-0" />
						<button type="submit" className="sr-only">
							Search
						</button>
					</Form>
					<PaletteButton />
				</div>
				<Navigation />
			</header>
			<main id="content" ref={main} tabIndex={-1} className="console-main" aria-busy={isLoading || undefined}>
				<Notice key={key} />
				{children}
			</main>
		</div>
	)
}

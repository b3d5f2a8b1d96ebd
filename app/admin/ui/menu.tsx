import { type ReactNode, useEffect, useRef } from 'react'

const ARROW = "cursor-pointer list-none after:content-['▾'_/_'']"
/** Look of a button that opens a menu, as high as the buttons next to it. */
export const SUMMARY = `${ARROW} flex min-h-(--control) w-fit items-center justify-center gap-1.5 rounded-sm border border-transparent px-2.5 group-open:border-line-strong group-open:bg-raised after:text-soft hover:bg-sunk max-md:w-full max-md:border-line-strong max-md:bg-raised`

type MenuProps = {
	summary: string
	/** True for a menu of actions, in a row of buttons. */
	isAction?: boolean
	isOpenAtFirst?: boolean
	children: ReactNode
}

/**
 * On a phone, the panel is a sheet at the bottom of the window. Its backdrop is part of the button, so tapping it closes the panel without
 * script.
 */
export const MENU_SHEET_CLASSES =
	'max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-7 max-md:max-h-[85dvh] max-md:overflow-y-auto max-md:rounded-t-[.75rem] max-md:border-x-0 max-md:border-b-0 max-md:pb-[max(1rem,env(safe-area-inset-bottom))]'
const FORM_PANEL = 'grid gap-4 p-4 md:gap-6 md:w-88'
const ACTION_PANEL = 'rounded-sm py-1 md:w-max md:max-w-88'
export const MENU_BACKDROP_CLASSES =
	"max-md:[[open]>&]:before:fixed max-md:[[open]>&]:before:inset-0 max-md:[[open]>&]:before:z-6 max-md:[[open]>&]:before:bg-[rgb(0_0_0_/_40%)] max-md:[[open]>&]:before:content-['']"

/** Menu below a button, which needs no script. Only one is open at a time. */
export const Menu = ({ summary, isAction = false, isOpenAtFirst = false, children }: MenuProps) => (
	<details name="menu" className="group" open={isOpenAtFirst}>
		<summary className={`${isAction ? `btn btn-secondary max-md:isolation-auto max-md:flex ${ARROW}` : SUMMARY} ${MENU_BACKDROP_CLASSES}`}>
			{summary}
		</summary>
		<div
			className={`border border-line-strong bg-raised md:absolute md:top-[calc(100%+.25rem)] md:right-0 md:z-3 md:shadow-over ${MENU_SHEET_CLASSES} ${isAction ? ACTION_PANEL : FORM_PANEL}`}
		>
			{!isAction && (
				<p aria-hidden="true" className="text-lg font-semibold md:hidden">
					{summary}
				</p>
			)}
			{children}
		</div>
	</details>
)

const ITEM = 'flex min-h-11 w-full items-center px-4 text-left whitespace-nowrap no-underline hover:bg-sunk disabled:opacity-35'
/** Look of a link or button in an `ActionMenu`. Irreversible actions come last, in red. */
export const MENU_ITEM_CLASSES = `${ITEM} text-ink`
export const DANGER_ITEM_CLASSES = `${ITEM} border-t border-line text-danger-ink`

const DOTS = 'grid size-11 cursor-pointer list-none place-items-center rounded-sm hover:bg-raised group-open:bg-raised'

type ActionMenuProps = {
	/** Label of the button; by default “⋯”. */ summary?: string
	/** Accessible name of “⋯”. */ label?: string
	children: ReactNode
}

/** List of actions that opens over the page, so nothing moves under the pointer. Needs no script. */
export const ActionMenu = ({ summary, label, children }: ActionMenuProps) => (
	<details
		name="menu"
		className="group relative flex-none"
		// A menu of the last row may open below the window's edge.
		onToggle={({ currentTarget: { open, lastElementChild } }) => open && lastElementChild?.scrollIntoView({ block: 'nearest' })}
	>
		{summary === undefined ? (
			<summary className={`${DOTS} [&::-webkit-details-marker]:hidden`}>
				<span aria-hidden="true">⋯</span>
				<span className="sr-only">{label}</span>
			</summary>
		) : (
			<summary className={SUMMARY}>{summary}</summary>
		)}
		<div className="absolute top-full right-0 z-3 min-w-40 scroll-mb-[calc(var(--bar)+.5rem)] rounded-sm border border-line-strong bg-raised py-1 shadow-over">
			{children}
		</div>
	</details>
)

/** Matches open menus. On phones, a list's menus are inside another menu. */
const OPEN = ':is([name=menu], .list-more)[open]'

/**
 * Closes an open menu on Escape, on a click elsewhere, and when `shown` changes.
 * @param shown identifies the page's content
 * @returns ref of the element around the menus
 */
export function useClosing(shown: string) {
	const menus = useRef<HTMLDivElement>(null)
	const last = useRef(shown)
	useEffect(() => {
		const close = ({ target, key }: Event & { key?: string }) => {
			const open = [...(menus.current?.querySelectorAll<HTMLDetailsElement>(OPEN) ?? [])].at(-1)
			const isInside = target instanceof Node && open?.contains(target) === true
			if (!open || (key === undefined ? isInside : key !== 'Escape' || document.querySelector('dialog[open]') !== null)) return
			open.open = false
			if (isInside) open.querySelector('summary')?.focus()
		}
		document.addEventListener('pointerdown', close)
		document.addEventListener('keydown', close)
		return () => {
			document.removeEventListener('pointerdown', close)
			document.removeEventListener('keydown', close)
		}
	}, [])
	useEffect(() => {
		const open = [...(menus.current?.querySelectorAll<HTMLDetailsElement>(OPEN) ?? [])]
		const isChanged = last.current !== shown
		last.current = shown
		if (!isChanged) return
		for (const each of open) each.open = false
		open[0]?.querySelector('summary')?.focus()
	}, [shown])
	return menus
}

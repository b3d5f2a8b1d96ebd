import { type ReactNode, useEffect, useRef } from 'react'

const SUMMARY =
	"min-h-9 cursor-pointer list-none rounded-sm border border-line-strong px-3 pt-[.2rem] pb-[.3rem] text-(length:--text-sm) font-semibold group-open:border-ink group-open:bg-raised after:text-soft after:content-['_▾'_/_''] hover:border-ink hover:bg-raised"

/** Menu below a button, which needs no script. Only one is open at a time. */
export const Menu = ({ summary, children }: { summary: string; children: ReactNode }) => (
	<details name="menu" className="group max-md:open:basis-full">
		<summary className={SUMMARY}>{summary}</summary>
		<div className="grid gap-6 border border-line-strong bg-raised p-4 md:absolute md:top-[calc(100%+.25rem)] md:right-0 md:z-3 md:w-88 md:shadow-over">
			{children}
		</div>
	</details>
)

/**
 * Closes an open menu on Escape, on a click elsewhere, and when `shown` changes.
 * @param shown identifies the page's content
 * @returns ref of the element around the menus
 */
export function useClosing(shown: string) {
	const menus = useRef<HTMLDivElement>(null)
	useEffect(() => {
		const close = ({ target, key }: Event & { key?: string }) => {
			const open = menus.current?.querySelector<HTMLDetailsElement>(':scope > [open]')
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
		const open = menus.current?.querySelector<HTMLDetailsElement>(':scope > [open]')
		if (!open) return
		open.open = false
		open.querySelector('summary')?.focus()
	}, [shown])
	return menus
}

import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

import { ConsoleIcon } from '#app/admin/ui/console-icon.tsx'
import { useConsole } from '#app/admin/ui/page.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

import { focusField, rememberPage } from './recents.ts'

const Palette = lazy(() => import('./palette.tsx'))

const LoadingField = ({ typed, onType }: { typed: string; onType: (text: string) => void }) => (
	<input
		ref={focusField}
		value={typed}
		onChange={({ target }) => onType(target.value)}
		aria-label="Jump to"
		placeholder="Person, order, page or action"
		maxLength={200}
		className="control"
	/>
)

const never = () => () => {}
const isApple = () => /Mac|iP(?:hone|ad)/.test(navigator.userAgent)

function useRecents(): void {
	const { siteName } = useConsole()
	const { pathname } = useLocation()
	useEffect(() => {
		const title = document.title.replace(` · ${siteName} console`, '')
		rememberPage({ href: pathname, title })
	}, [siteName, pathname])
}

/** Button that opens the command palette, like Ctrl+K. Rendered only with JavaScript; the search field works without it. */
export function PaletteButton() {
	const onApple = useSyncExternalStore<boolean | null>(never, isApple, () => null)
	const [isOpen, setIsOpen] = useState(false)
	// Keeps the loaded palette mounted; `isOpen` shows and hides the dialog.
	const [wasOpened, setWasOpened] = useState(false)
	const [typed, setTyped] = useState('')
	useRecents()
	const open = () => {
		setWasOpened(true)
		setIsOpen(true)
	}
	const close = () => {
		setIsOpen(false)
		setTyped('')
	}
	useEffect(() => {
		function onKey(event: KeyboardEvent) {
			if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
			// Don't open on top of another dialog.
			if (document.querySelector('dialog[open]:not(:has(.palette))')) return
			event.preventDefault()
			setWasOpened(true)
			setIsOpen((is) => !is)
		}
		document.addEventListener('keydown', onKey)
		return () => document.removeEventListener('keydown', onKey)
	}, [])
	if (onApple === null) return null
	return (
		<>
			<Button
				variant="quiet"
				onClick={open}
				aria-haspopup="dialog"
				aria-keyshortcuts="Control+K Meta+K"
				className="palette-button bg-transparent side:z-1 side:min-h-0 side:justify-self-end side:px-2 side:no-underline"
			>
				<ConsoleIcon name="search" className="side:hidden" />
				<span className="side:sr-only">Search</span> <kbd className="max-side:hidden">{onApple ? '⌘K' : 'Ctrl K'}</kbd>
			</Button>
			{wasOpened && (
				<Dialog className="lg:mt-[12dvh]" title="Jump to" isOpen={isOpen} onClose={close}>
					<Suspense fallback={<LoadingField typed={typed} onType={setTyped} />}>
						<Palette typed={typed} onType={setTyped} onClose={close} />
					</Suspense>
				</Dialog>
			)}
		</>
	)
}

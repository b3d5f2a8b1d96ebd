import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'

import { Icon } from './icon.tsx'
import { setToastHost } from './toast-store.ts'

const BOX =
	'm-auto max-h-[calc(100dvh-2rem)] w-[min(34rem,100vw-2rem)] overflow-y-auto has-[form]:scroll-pb-24 rounded-sm border-[length:var(--outline,2px)] border-ink bg-ground p-0 text-ink max-lg:mt-4'

type DialogProps = {
	title: string
	isOpen: boolean
	/** Called for Escape, the close button and a click outside the dialog. */
	onClose: () => void
	closeLabel?: string
	className?: string
	children: ReactNode
}

/** Modal dialog on the native element: focus is trapped and restored, Escape closes, the page behind is inert. */
export function Dialog({ title, isOpen, onClose, closeLabel = 'Close', className = '', children }: DialogProps) {
	const id = useId()
	const element = useRef<HTMLDialogElement>(null)
	const toastSlot = useRef<HTMLDivElement>(null)

	// A layout effect, because the browser restores focus only if the dialog is closed before it leaves the page.
	useLayoutEffect(() => {
		const dialog = element.current
		if (!dialog || !isOpen) return
		dialog.showModal()
		setToastHost(toastSlot.current)
		return () => {
			setToastHost(null)
			dialog.close()
		}
	}, [isOpen])

	return (
		// A click next to the box closes it. Keyboard users press Escape.
		// oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
		<dialog
			ref={element}
			className={`${BOX} backdrop:bg-[rgb(10_14_24_/_.62)] ${className}`}
			aria-labelledby={id}
			onCancel={(event) => {
				event.preventDefault()
				onClose()
			}}
			onClose={() => isOpen && onClose()}
			onClick={(event) => event.target === event.currentTarget && onClose()}
		>
			<div className="p-(--pad) [--pad:clamp(1.5rem,5vw,2.5rem)]">
				<div className="mb-5 flex items-start justify-between gap-4">
					<h2 id={id}>{title}</h2>
					<button type="button" className="icon-btn -mt-1 -mr-2" aria-label={closeLabel} onClick={onClose}>
						<Icon name="close" />
					</button>
				</div>
				{isOpen && children}
			</div>
			<div ref={toastSlot} data-toasts className="max-lg:sticky max-lg:bottom-0" />
		</dialog>
	)
}

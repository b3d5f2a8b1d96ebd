import { useState, type ReactNode } from 'react'

import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmButtonProps = {
	/** Text on the button; screen readers add `name`. */
	label: string
	name?: string
	title: string
	confirmLabel: string
	/** The action; the dialog closes when it is finished. */
	onConfirm: () => Promise<unknown>
	children: ReactNode
}

export function ConfirmButton({ label, name, title, confirmLabel, onConfirm, children }: ConfirmButtonProps) {
	const [isOpen, setOpen] = useState(false)
	const [isBusy, setBusy] = useState(false)

	async function confirm() {
		setBusy(true)
		await onConfirm()
		setBusy(false)
		setOpen(false)
	}

	return (
		<>
			<Button variant="quiet" onClick={() => setOpen(true)}>
				{label}
				{name && <span className="sr-only"> {name}</span>}
			</Button>
			<Dialog title={title} isOpen={isOpen} onClose={() => setOpen(false)} closeLabel="Cancel">
				<div className="grid gap-5">
					<div>{children}</div>
					<div className="flex flex-wrap gap-4">
						<Button variant="danger" pending={isBusy} onClick={() => void confirm()}>
							{confirmLabel}
						</Button>
						<Button variant="quiet" onClick={() => setOpen(false)}>
							Cancel
						</Button>
					</div>
				</div>
			</Dialog>
		</>
	)
}

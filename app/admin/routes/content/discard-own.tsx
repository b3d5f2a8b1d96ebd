import { useState } from 'react'
import { Link } from 'react-router'

import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'

type DiscardProps = { /** Page that shows the other version. */ href: string; onDiscard: () => void }

/** Asks for confirmation, because text typed since the last save isn't in the history. */
export function DiscardOwnDraft({ href, onDiscard }: DiscardProps) {
	const [isOpen, setIsOpen] = useState(false)
	return (
		<div>
			<Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
				Use the other version
			</Button>
			<Dialog title="Discard your version?" isOpen={isOpen} onClose={() => setIsOpen(false)} closeLabel="Keep your version">
				<p className="mb-5">What you typed here and haven’t saved will be lost. The editor then shows the other version.</p>
				{/* Reloads the page, to discard the form and its state. */}
				<div className="flex flex-wrap items-center gap-3">
					<Link to={href} reloadDocument onClick={onDiscard} className="btn btn-primary">
						Use the other version
					</Link>
					<Button variant="quiet" onClick={() => setIsOpen(false)}>
						Cancel
					</Button>
				</div>
			</Dialog>
		</div>
	)
}

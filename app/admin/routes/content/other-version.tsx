import { useEffect, useRef } from 'react'

import { Time } from '#app/admin/ui/format.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { fileAddress } from '#contracts/console-paths.ts'
import type { EditConflict } from '#server/console/content/read-editor.ts'

import { DiscardOwnDraft } from './discard-own.tsx'
import { OTHER_VERSION_ID, SAVE_STATUS_ID } from './save-status.tsx'
import VersionChanges from './version-changes.tsx'

type OtherVersionProps = { conflict: EditConflict; file: string; onDiscard: () => void }

/**
 * Compares the form's text with a version that was saved elsewhere in the meantime. `focusReason` finds this element by
 * its ID; the focus marks the version as seen, so that Save may replace it.
 */
function OtherVersion({ conflict: { by, at, changed, text }, file, onDiscard }: OtherVersionProps) {
	const part = useRef<HTMLDivElement>(null)
	useEffect(() => {
		// The user asked to compare before this code had loaded, so the focus went to the status.
		if (document.activeElement?.id === SAVE_STATUS_ID) part.current?.focus()
	}, [])
	return (
		<div ref={part} id={OTHER_VERSION_ID} tabIndex={-1} className="grid scroll-mt-20 grid-cols-1 gap-3 focus:outline-none">
			<p>
				{by === 'You' ? 'You saved another version in another tab or browser ' : `${by} saved another version `}
				<Time at={at} />. Your text is still in the form. Words that are struck through are only in the other version, green ones only in
				the form. Copy what you need, then save: the form’s text becomes the newest version, and the other stays in the history.
			</p>
			<DiscardOwnDraft href={fileAddress(file)} onDiscard={onDiscard} />
			<VersionChanges changed={changed} label="From the other version to yours" />
			<Disclosure summary="Show the other version">
				<pre className="message-text">{text}</pre>
			</Disclosure>
		</div>
	)
}

export default OtherVersion

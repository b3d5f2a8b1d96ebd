import { Fragment } from 'react'

/** Formats a time in the reader's time zone, such as "November 16, 2026 at 9:05 AM". */
export const formatNoteTime = (atMs: number): string => new Date(atMs).toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'short' })

export function NoteText({ text }: { text: string }) {
	return (
		<p className="[overflow-wrap:anywhere]">
			{text.split('\n').map((line, index) => (
				<Fragment key={index}>
					{index > 0 && <br />}
					{line}
				</Fragment>
			))}
		</p>
	)
}

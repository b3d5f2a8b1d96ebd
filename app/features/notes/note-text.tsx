import { Fragment } from 'react'

/** A note with its line breaks. */
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

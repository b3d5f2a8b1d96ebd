import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { ConfirmForm } from '#app/admin/ui/confirm-form.tsx'
import { Time } from '#app/admin/ui/format.tsx'
import { TimelineItem } from '#app/admin/ui/timeline.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readLearner } from '#server/console/learners/read-learner.ts'

type Read = Awaited<ReturnType<typeof readLearner>>

const Note = ({ path, note: { id, body, author, created_at: at } }: { path: string; note: Read['notes']['rows'][number] }) => (
	<TimelineItem className="grid justify-items-start gap-2" tone="warn">
		<p>
			<strong>{author ?? 'a deleted account'}</strong>{' '}
			<span className="text-soft">
				<Time at={at} />
			</span>
		</p>
		<div className="message-text">{body}</div>
		<ConfirmForm
			action={`${path}/${id}/delete`}
			label="Delete note"
			title="Delete this note?"
			openerTone="quiet"
			hasReason={false}
			isGuarded={false}
			isFinal
		/>
	</TimelineItem>
)

/** Notes of the team about a learner, newest first, and the form to add one. */
export function Notes({ learner, notes: { rows, total }, noteLength }: Pick<Read, 'learner' | 'notes' | 'noteLength'>) {
	const path = `${consolePaths.learners}/${learner.id}/note`
	return (
		<>
			{rows.length > 0 && <h2>Notes</h2>}
			{total > rows.length && <p className="text-soft">{`The ${rows.length} newest of ${total.toLocaleString('en-US')}.`}</p>}
			{rows.length > 0 && (
				<ol className="grid gap-4">
					{rows.map((note) => (
						<Note key={note.id} path={path} note={note} />
					))}
				</ol>
			)}
			<ActionForm
				action={path}
				label="Add note"
				summary="Add a note"
				tone="secondary"
				fields={[
					{
						name: 'note',
						label: 'Note',
						type: 'textarea',
						rows: 3,
						maxLength: noteLength,
						hint: 'Only your team sees it here; a copy of this person’s data includes it.',
					},
				]}
			/>
		</>
	)
}

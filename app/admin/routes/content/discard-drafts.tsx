import { useNavigate, useSearchParams } from 'react-router'

import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { Fact, Facts } from '#app/admin/ui/format.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { LinkButton } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readPublishPage } from '#server/console/content/read-publish.ts'

type Draft = Pick<Awaited<ReturnType<typeof readPublishPage>>['changes'][number], 'id' | 'title' | 'isNew' | 'summary'>

/** Says what a draft would lose. */
const lossOf = ({ isNew, summary }: Omit<Draft, 'id' | 'title'>) =>
	isNew ? 'the whole text, which was never public' : summary === 'Deleted' ? 'its deletion' : summary || 'changes that readers can’t see'

const MAX_LISTED = 12

const List = ({ drafts }: { drafts: readonly Draft[] }) => (
	<ul className="wrap-anywhere">
		{drafts.map((draft) => (
			<li key={draft.id}>{`${draft.title}: ${lossOf(draft)}`}</li>
		))}
	</ul>
)

function Losses({ drafts }: { drafts: readonly Draft[] }) {
	const [first] = drafts
	if (first && drafts.length === 1) return lossOf(first)
	if (drafts.length <= MAX_LISTED) return <List drafts={drafts} />
	return (
		<Disclosure summary={`Changes of ${drafts.length} texts`}>
			<List drafts={drafts} />
		</Disclosure>
	)
}

type QuestionProps = { drafts: readonly Draft[]; onCancel?: () => void }

const Question = ({ drafts, onCancel }: QuestionProps) => (
	<div className="grid gap-4">
		<Facts>
			<Fact name="What you lose">
				<Losses drafts={drafts} />
			</Fact>
			<Fact name="Visitors">They see no change: drafts aren’t public.</Fact>
			<Fact name="Undo">You can undo this right away. Later, the drafts are in the history of each text.</Fact>
		</Facts>
		<ActionForm
			action={consolePaths.contentDiscard}
			label={drafts.length === 1 ? 'Discard draft' : `Discard ${drafts.length} drafts`}
			tone="danger"
			hidden={{ drafts: drafts.map(({ id }) => id).join(' ') }}
			{...(onCancel && { onCancel })}
		/>
	</div>
)

type DiscardProps = { changes: readonly Draft[]; chosen: string | null; onClose: () => void }

/** Asks for confirmation before drafts are discarded: in a dialog, and without JavaScript in a panel, for `?discard=`. */
export function DiscardDrafts({ changes, chosen, onClose }: DiscardProps) {
	const [searchParams] = useSearchParams()
	const navigate = useNavigate()
	const hasScript = useHydrated()
	const inUrl = searchParams.get('discard')
	const ids = (chosen ?? inUrl ?? '').split(' ')
	const drafts = changes.filter(({ id }) => ids.includes(id))
	const [first] = drafts
	if (!first) return null
	const title = drafts.length === 1 ? `Discard the draft of “${first.title}”?` : `Discard ${drafts.length} drafts?`
	if (hasScript) {
		const close = () => (inUrl === null ? onClose() : void navigate(consolePaths.contentPublish))
		return (
			<Dialog title={title} isOpen onClose={close} closeLabel="Cancel">
				<Question drafts={drafts} onCancel={close} />
			</Dialog>
		)
	}
	return (
		<section className="grid gap-4 border border-line-strong p-4">
			<h2>{title}</h2>
			<Question drafts={drafts} />
			<p>
				<LinkButton to={consolePaths.contentPublish} variant="quiet">
					Cancel
				</LinkButton>
			</p>
		</section>
	)
}

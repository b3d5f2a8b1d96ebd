import { Link, useNavigate } from 'react-router'

import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { DataTable } from '#app/admin/ui/data-table.tsx'
import { Fact, Facts, Time } from '#app/admin/ui/format.tsx'
import { Problems } from '#app/admin/ui/problems.tsx'
import { useHydrated } from '#app/lib/use-hydrated.ts'
import { Callout } from '#app/ui/callout.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Disclosure } from '#app/ui/disclosure.tsx'
import { consolePaths, hiddenPagesAddress } from '#contracts/console-paths.ts'
import type { readCourse } from '#server/console/outline/read-outline.ts'

type Course = Awaited<ReturnType<typeof readCourse>>
type Removal = NonNullable<Course['removal']>

function Consequences({ removal: { target, learners, mentions, history }, isLesson }: { removal: Removal; isLesson: boolean }) {
	const isSamples = target === 'samples'
	const opened = isSamples ? 'one of them' : isLesson ? 'it' : 'its lessons'
	return (
		<Facts>
			<Fact name="Learners">
				{learners === null
					? `No learner has opened ${opened}.`
					: `${learners} opened ${opened}. Their notes, answers and progress are kept, and return if you restore ${isSamples ? 'them' : 'it'}. Certificates stay valid.`}
			</Fact>
			<Fact name="Old links">
				{isSamples
					? 'They open the module’s first lesson, or show “page not found” if its module is gone.'
					: isLesson
						? 'They open the first lesson of the module.'
						: 'They show “page not found”.'}
			</Fact>
			<Fact name="Rest of the course">
				{isLesson
					? 'Progress and the refund policy no longer count it.'
					: `Progress and the refund policy no longer count ${isSamples ? 'these' : 'its'} lessons.`}
			</Fact>
			{mentions.length > 0 && (
				<Fact name="Texts to check">
					<ul>
						{mentions.map(({ title, href }) => (
							<li key={href}>
								<Link to={href}>{title}</Link>
							</li>
						))}
					</ul>
					They refer to the module by number.
				</Fact>
			)}
			<Fact name="Restore">
				{`Under “Removed” at the end of the Course page. If the ${isLesson ? 'module' : 'course'} changes after the removal, restore an `}
				{history && <Link to={history}>{isLesson ? 'earlier version of the module' : 'earlier version of the course'}</Link>}
				{' instead.'}
			</Fact>
		</Facts>
	)
}

type RemovePartProps = {
	removal: Removal
	/** Hidden fields with the versions that the page shows. */
	hidden: Readonly<Record<string, string>>
	/** Page that Cancel leads to. */
	page?: string
}

function RemoveForm({ removal, hidden, onCancel }: RemovePartProps & { onCancel?: (() => void) | undefined }) {
	const { target, title, samples, staying, refusal, broken } = removal
	const isSamples = target === 'samples'
	const isLesson = target.startsWith('lesson')
	return (
		<div className="grid gap-4">
			{isSamples && refusal === null && (
				<>
					<p>
						Only lessons and texts that you haven’t edited are removed. Your own stay. Empty modules are removed, too. A module that keeps
						only lessons of yours takes the title of the first. The sample’s free module loses “Free to read”: check it again in the course
						settings to give your lessons there away. Once no sample lesson is left, texts of your home and offer pages that are still about
						the sample course become neutral ones.
					</p>
					{staying !== '' && (
						<p>
							{`${staying} `}
							<Link to={hiddenPagesAddress}>Turn off pages you don’t need</Link>
						</p>
					)}
					<Disclosure summary={`Show ${title}`}>
						<ul>
							{samples.map((lesson, index) => (
								<li key={`${index} ${lesson}`}>{lesson}</li>
							))}
						</ul>
					</Disclosure>
				</>
			)}
			{refusal !== null && <Callout tone="danger">{refusal}</Callout>}
			{broken.length > 0 && <Problems title="Fix these before you remove it:" problems={broken} />}
			{refusal === null && broken.length === 0 && (
				<>
					<Consequences removal={removal} isLesson={isLesson} />
					<ActionForm
						action={consolePaths.course}
						id={target}
						label={isSamples ? 'Remove lessons' : isLesson ? 'Remove lesson' : 'Remove module'}
						tone="danger"
						note="This is a draft: learners see no change until you publish it."
						hidden={{ ...hidden, do: `remove-${target}` }}
						onCancel={onCancel}
					/>
				</>
			)}
		</div>
	)
}

const titleOf = ({ target, title, refusal }: Removal): string => {
	if (refusal !== null) return 'This can’t be removed'
	return target === 'samples' ? `Remove ${title} that came with Launchway?` : `Remove “${title}” from the course?`
}

/** Asks for confirmation before the part in `?remove=` is removed: in a dialog, and without JavaScript in a panel. */
export function RemovePart(props: RemovePartProps) {
	const { page = consolePaths.course } = props
	const navigate = useNavigate()
	const title = titleOf(props.removal)
	if (useHydrated()) {
		const close = () => void navigate(page, { preventScrollReset: true })
		return (
			<Dialog title={title} isOpen onClose={close} closeLabel="Cancel">
				<RemoveForm {...props} onCancel={close} />
			</Dialog>
		)
	}
	return (
		<section id="remove" className="grid gap-4 border border-line-strong p-4">
			<h2>{title}</h2>
			<RemoveForm {...props} />
			<p>
				<Link to={page}>Cancel</Link>
			</p>
		</section>
	)
}

/** Lists removed parts, which can be put back. */
export const RemovedParts = ({ removed }: Pick<Course, 'removed'>) => (
	<section className="grid gap-4" aria-labelledby="removed">
		<h2 id="removed">Removed</h2>
		<DataTable
			caption="Removed parts"
			rows={removed}
			rowKey={({ id }) => id}
			columns={[
				{ head: 'Title', card: 'title', cell: ({ title }) => title },
				{ head: 'Part', cell: ({ kind }) => <span className="whitespace-nowrap">{kind}</span> },
				{ head: 'Removed', cell: ({ at }) => <Time at={at} /> },
				{
					head: 'Restore',
					card: 'plain',
					cell: ({ id, undo, history }) =>
						undo === null ? (
							<>
								{'This part of the course has changed since then. '}
								<Link to={history}>Restore an earlier version</Link>
							</>
						) : (
							<ActionForm action={consolePaths.course} id={`back-${id}`} label="Restore" tone="secondary" hidden={{ do: 'undo', undo }} />
						),
				},
			]}
		/>
	</section>
)

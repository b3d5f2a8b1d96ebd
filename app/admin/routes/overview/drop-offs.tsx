import { Link } from 'react-router'

import { DataTable } from '#app/admin/ui/data-table.tsx'
import { ShareBar, Time } from '#app/admin/ui/format.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import type { readOverview } from '#server/console/overview/read-overview.ts'

type Overview = Awaited<ReturnType<typeof readOverview>>
type Stop = Overview['stops'][number]
type Worst = NonNullable<Overview['worst']>

const DAY_MS = 86_400_000

const SectionLink = ({ section: { moduleId, sectionId, title } }: { section: Pick<Stop, 'moduleId' | 'sectionId' | 'title'> }) => (
	<a href={`/course/module${moduleId}?section=${sectionId}`}>{title}</a>
)

/** Link to a section's editor. A section without a lesson is edited in its module's file. */
function EditLink({ stop: { moduleId, lessonId, title }, label }: { stop: Stop; label: string }) {
	const file = `course/module-${moduleId}/${lessonId === null ? 'module.json' : `lessons/${lessonId}.md`}`
	return (
		<Link to={`${consolePaths.contentFile}?path=${encodeURIComponent(file)}`} aria-label={`${label}: ${title}`}>
			{label}
		</Link>
	)
}

function WhereInText({ tenths, readers }: Pick<Worst, 'tenths' | 'readers'>) {
	const stopped = tenths.reduce((sum, people) => sum + people, 0)
	const rows = tenths.map((people, index) => ({ part: `${index * 10} to ${index * 10 + 10}%`, people }))
	return (
		<div className="grid content-start gap-3">
			<h3>Where they stopped reading</h3>
			<DataTable
				caption="Where they stopped reading"
				rows={stopped === 0 ? [] : rows}
				rowKey={({ part }) => part}
				empty="No one stopped in the middle of the text."
				columns={[
					{ head: 'Part of the text', cell: ({ part }) => part },
					{
						head: `Stopped here (of the last ${readers.toLocaleString('en-US')})`,
						cell: ({ people }) => (
							<>
								{people} <ShareBar share={people / stopped} />
							</>
						),
					},
				]}
			/>
		</div>
	)
}

const WrongAnswers = ({ wrong }: Pick<Worst, 'wrong'>) => (
	<div className="grid content-start gap-3">
		<h3>Questions they got wrong</h3>
		<DataTable
			caption="Questions they got wrong"
			rows={wrong}
			rowKey={({ question }) => question}
			empty="No one has taken this knowledge check yet."
			columns={[
				{ head: 'Question', cell: ({ question }) => question },
				{
					head: 'Wrong',
					cell: ({ wrong: times, answered }) => (
						<>
							{`${times} of ${answered}`} <ShareBar share={times / answered} />
						</>
					),
				},
			]}
		/>
	</div>
)

export function WorstDropOff({ worst, fewest }: Pick<Overview, 'worst' | 'fewest'>) {
	if (!worst) return <p className="empty">{`No drop-off to show until ${fewest} people have opened a lesson in this period.`}</p>
	return (
		<>
			<p>
				<strong>
					<SectionLink section={worst} />
				</strong>
				{` in ${worst.module}: ${worst.opened - worst.wentOn} of ${worst.opened} people who opened it haven’t opened the next lesson. `}
				<EditLink stop={worst} label="Edit this lesson" />
			</p>
			<div className="grid gap-x-8 gap-y-5 lg:grid-cols-2">
				<WhereInText tenths={worst.tenths} readers={worst.readers} />
				<WrongAnswers wrong={worst.wrong} />
			</div>
		</>
	)
}

const lossOf = ({ opened, wentOn }: { opened: number; wentOn: number }) => 1 - wentOn / opened

export const DropOffTable = ({ stops, fewest }: Pick<Overview, 'stops' | 'fewest'>) => (
	<DataTable
		caption="Lessons by drop-off"
		rows={stops}
		rowKey={({ moduleId, sectionId }) => `${moduleId}/${sectionId}`}
		empty="No lessons were opened in this period."
		columns={[
			{ head: 'Lesson', card: 'title', cell: (stop) => <SectionLink section={stop} /> },
			{ head: 'Module', card: 'end', cell: ({ module }) => module },
			{ head: 'Opened', cell: ({ opened }) => opened },
			{ head: 'Continued', cell: ({ wentOn }) => wentOn },
			{ head: 'Dropped off', cell: (stop) => (stop.opened < fewest ? 'too few' : <ShareBar share={lossOf(stop)} />) },
			{ head: 'Edit', card: 'state', cell: (stop) => <EditLink stop={stop} label="Edit" /> },
		]}
	/>
)

/** Formats a number of days. A period of an hour is shown as `less than 0.1`, because 0.0 days would mean that nothing was compared. */
function formatDays(ms: number): string {
	const days = ms / DAY_MS
	return days < 0.1 ? 'less than 0.1' : days.toFixed(days < 10 ? 1 : 0)
}

export function LessonEdits({ edits, fewest }: Pick<Overview, 'edits' | 'fewest'>) {
	const formatLoss = (count: { opened: number; wentOn: number }) =>
		count.opened < fewest ? (
			`too few (${count.opened})`
		) : (
			<>
				{`${count.opened - count.wentOn} of ${count.opened}`} <ShareBar share={lossOf(count)} />
			</>
		)
	return (
		<DataTable
			caption="Drop-off before and after the text changed"
			rows={edits}
			rowKey={({ moduleId, sectionId, changedAt }) => `${moduleId}/${sectionId} ${changedAt.getTime()}`}
			empty="Nothing to compare until the published text of a lesson is edited."
			columns={[
				{ head: 'Lesson', card: 'title', cell: (edit) => <SectionLink section={edit} /> },
				{ head: 'Text changed', card: 'plain', cell: ({ changedAt }) => <Time at={changedAt} /> },
				{ head: 'Days compared', cell: ({ comparedMs }) => formatDays(comparedMs) },
				{ head: 'Drop-off before', cell: ({ before }) => formatLoss(before) },
				{ head: 'Drop-off after', cell: ({ after }) => formatLoss(after) },
			]}
		/>
	)
}

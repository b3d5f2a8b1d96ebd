import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { ActionForm } from '#app/admin/ui/action-form.tsx'
import { useExpectRow } from '#app/admin/ui/expected.tsx'
import { Fact, Facts, StateBadge, Time } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { formatBytes } from '#domain/media/format-bytes.ts'
import { readApplication } from '#server/console/inbox/applications.ts'

import { toneOfApplication } from './inbox-parts.tsx'

export const loader = createLoader(readApplication)

const STATE_LABELS = { new: 'Mark as new', answered: 'Mark as answered', closed: 'Close' } as const

type Application = Awaited<ReturnType<typeof loader>>['application']

function File({ application }: { application: Application }) {
	const { id, file_name: name, size_bytes: bytes, has_active_content: isActive } = application
	if (name === null) return 'none'
	return (
		<>
			<a href={`${consolePaths.applications}/${id}/file`}>{name}</a>
			{` (${formatBytes(bytes ?? 0)}) `}
			{isActive && <strong className="text-danger-ink">contains a script or a file: open it with care</strong>}
		</>
	)
}

export default function ApplicationPage() {
	const { application, otherStates } = useLoaderData<typeof loader>()
	const expectRow = useExpectRow()
	const { id, name, status, position, email, reference, created_at: receivedAt, message } = expectRow('', application) ?? application
	return (
		<Page title={name}>
			<Facts>
				<Fact name="Status">
					<StateBadge word={status} tone={toneOfApplication(status)} />
				</Fact>
				<Fact name="Position">{position}</Fact>
				<Fact name="Email">{email}</Fact>
				<Fact name="Reference">{reference}</Fact>
				<Fact name="Received">
					<Time at={receivedAt} />
				</Fact>
				<Fact name="File">
					<File application={application} />
				</Fact>
			</Facts>
			<div className="message-text">{message}</div>
			<h2>Answer</h2>
			<p>
				“Reply by email” opens your mail program; mark the application as answered afterwards. Your site promises an answer within ten
				business days.
			</p>
			<div className="action-row">
				<a
					className="btn btn-primary"
					href={`mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(`Your application: ${position}`)}`}
				>
					Reply by email
				</a>
				{otherStates.map((state) => (
					<ActionForm
						key={state}
						action={`${consolePaths.applications}/${id}/${state}`}
						label={STATE_LABELS[state]}
						expected={{ says: 'Status changed.', becomes: { status: state } }}
						tone="secondary"
					/>
				))}
			</div>
		</Page>
	)
}

// Handles the form of the list of applications, whose URL also matches this route.
export { action, clientAction } from '#app/admin/routes/action.tsx'

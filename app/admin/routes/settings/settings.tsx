import { Link, useLoaderData } from 'react-router'

import { load } from '#app/admin/load.server.ts'
import { StateBadge } from '#app/admin/ui/format.tsx'
import { Page } from '#app/admin/ui/page.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readSettings } from '#server/console/settings/read-settings.ts'

import { SERVICE_STATES } from './service-states.ts'

export const loader = load(readSettings)

export default function SettingsPage() {
	const { subjects } = useLoaderData<typeof loader>()
	return (
		<Page title="Settings">
			<ul className="console-cards">
				{subjects.map(({ id, title, about, hasDraft, service }) => (
					<li key={id}>
						<h2>
							<Link to={`${consolePaths.settings}/${id}`}>{title}</Link>
						</h2>
						<p className="text-soft">{about}</p>
						<p className="flex flex-wrap gap-2">
							{service && <StateBadge {...SERVICE_STATES[service]} />}
							{hasDraft && <StateBadge word="unpublished changes" tone="warn" />}
						</p>
					</li>
				))}
				<li>
					<h2>
						<Link to={consolePaths.team}>Team</Link>
					</h2>
					<p className="text-soft">Who works in this console, and invitations</p>
				</li>
			</ul>
		</Page>
	)
}

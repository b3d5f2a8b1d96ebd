import { CertificatePage } from '#app/features/certificate/certificate-page.tsx'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { pageMeta } from '#app/shell/page-meta.ts'
import site from '#content/site.json'
import { paths } from '#contracts/paths.ts'

import type { Route } from './+types/certificate.ts'

export const meta = ({ params }: Route.MetaArgs) =>
	pageMeta({
		title: 'Certificate of Completion',
		description: 'A signed certificate of completion, checked just now.',
		path: paths.certificate(params.certificateId),
		noIndex: true,
	})

export default function CertificateRoute({ params }: Route.ComponentProps) {
	return (
		<QueryProvider>
			<CertificatePage key={params.certificateId} id={params.certificateId} organization={site.name} />
		</QueryProvider>
	)
}

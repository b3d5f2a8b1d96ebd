import { CertificatePage } from '#app/features/certificate/certificate-page.tsx'
import { QueryProvider } from '#app/lib/query-provider.tsx'
import { pageMeta, type PageMetaArgs } from '#app/shell/page-meta.ts'
import { useSite } from '#app/shell/site.ts'

import type { Route } from './+types/certificate.ts'

export const meta = ({ matches }: PageMetaArgs<Route.MetaArgs>) =>
	pageMeta(matches, { title: 'Certificate of Completion', description: 'A signed certificate of completion, checked just now.' })

export default function CertificateRoute({ params }: Route.ComponentProps) {
	return (
		<QueryProvider>
			<CertificatePage key={params.certificateId} id={params.certificateId} organization={useSite().name} />
		</QueryProvider>
	)
}

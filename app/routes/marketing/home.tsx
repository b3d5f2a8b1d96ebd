import { pageMeta } from '#app/shell/page-meta.ts'
import site from '#content/site.json'
import { paths } from '#contracts/paths.ts'

export const meta = () => pageMeta({ title: site.name, description: site.description, path: paths.home })

export default function HomeRoute() {
	return (
		<div className="page py-16">
			<h1>Launch Your Digital Career in 90 Days</h1>
		</div>
	)
}

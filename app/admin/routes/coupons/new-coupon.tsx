import { useLoaderData } from 'react-router'

import { createLoader } from '#app/admin/load.server.ts'
import { Page } from '#app/admin/ui/page.tsx'
import { LinkButton } from '#app/ui/button.tsx'
import { consolePaths } from '#contracts/console-paths.ts'
import { readNewCouponPage } from '#server/console/coupons/coupons.ts'

import { CouponForm } from './coupon-form.tsx'

export { action, clientAction } from '#app/admin/routes/action.tsx'

export const loader = createLoader(readNewCouponPage)

export default function NewCouponPage() {
	const { form } = useLoaderData<typeof loader>()
	return (
		<Page title="New coupon">
			<CouponForm
				action={`${consolePaths.coupons}/new-coupon`}
				label="Create coupon"
				form={form}
				beside={
					<LinkButton to={consolePaths.coupons} variant="quiet">
						Cancel
					</LinkButton>
				}
			/>
		</Page>
	)
}

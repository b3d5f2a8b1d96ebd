import { Button } from '#app/ui/button.tsx'
import { formatMoney } from '#domain/pricing/money.ts'
import type { SandboxPage } from '#server/http/sandbox/sandbox-page.ts'

/** Simulates strong customer authentication, between card form and payment. The card number it posts is always a test card's. */
export const Challenge = ({ view, values, csrf }: Extract<SandboxPage, { page: 'challenge' }>) => (
	<>
		<p className="text-soft">
			{`A payment of ${formatMoney(view.totalCents, view.currency)} is waiting for your approval. With a real provider, your bank shows this page.`}
		</p>
		<form method="post" action={`/sandbox/checkout/${view.id}`} className="grid max-w-read justify-items-start gap-4">
			{Object.entries({ csrf, ...values }).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<Button type="submit" size="lg" name="action" value="bank-confirm">
				Yes, complete the payment
			</Button>
			<Button type="submit" variant="quiet" name="action" value="bank-refuse">
				No, stop it
			</Button>
		</form>
	</>
)

import { Button } from '#app/ui/button.tsx'

/**
 * Posts to the very address of this page, token included: a mail's link only opens the page, so a program that follows links
 * confirms and ends nothing. The same post is the one-click endpoint of RFC 8058.
 */
export function SubscriptionButton({ label }: { label: string }) {
	return (
		<form method="post">
			<Button type="submit" size="lg">
				{label}
			</Button>
		</form>
	)
}

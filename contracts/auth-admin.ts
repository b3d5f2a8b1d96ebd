import { z } from 'zod'

import { data, text } from './auth.ts'

/** Request bodies of the admin endpoints of `/auth/v1`. Checks only types, like auth.ts. */
const flag = z.boolean().nullish()

export const AdminUserBody = z.object({
	id: text,
	email: text,
	phone: text,
	password: text,
	password_hash: text,
	email_confirm: flag,
	phone_confirm: flag,
	user_metadata: data,
	app_metadata: data,
	role: text,
	ban_duration: text,
})
export const DeleteUserBody = z.object({ should_soft_delete: flag })
export const AdminFactorBody = z.object({ friendly_name: text, phone: text })
export const InviteBody = z.object({ email: text, data })
export const GenerateLinkBody = z.object({ type: text, email: text, new_email: text, password: text, data, redirect_to: text })

export type AdminUserBody = z.output<typeof AdminUserBody>
export type AdminFactorBody = z.output<typeof AdminFactorBody>
export type InviteBody = z.output<typeof InviteBody>
export type GenerateLinkBody = z.output<typeof GenerateLinkBody>

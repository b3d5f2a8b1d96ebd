import type { z } from 'zod'

import { ChangePreferencesSchema, SessionProofSchema } from '#contracts/account.ts'
import { ClaimCertificateSchema } from '#contracts/certificates.ts'
import { GradeLessonQuizRequestSchema, LessonQuerySchema } from '#contracts/course.ts'
import { DownloadRequestSchema } from '#contracts/downloads.ts'
import { ActionPlanRequestSchema, EarlyAccessRequestSchema, FeedbackRequestSchema } from '#contracts/leads.ts'
import { NewsletterRequestSchema, UnsubscribeLinkRequestSchema } from '#contracts/newsletter.ts'
import { AcceptTransferSchema, CheckDiscountSchema, CreatePaymentSchema } from '#contracts/payments.ts'
import { MergePlannerRequestSchema, PlannerQuerySchema, PrintPlannerRequestSchema } from '#contracts/planner.ts'
import {
	ErasureRequestSchema,
	ExportRequestSchema,
	MailboxExportSchema,
	MailboxLinkSchema,
	MailboxProofSchema,
} from '#contracts/privacy.ts'
import { MergeProgressRequestSchema } from '#contracts/progress.ts'
import { RefundRequestSchema } from '#contracts/refunds.ts'
import { CourseProgressTextSchema, GiveSmsConsentSchema, PaymentTextSchema, SendCodeSchema, VerifyCodeSchema } from '#contracts/sms.ts'
import { ApplicationRequestSchema, ContactRequestSchema } from '#contracts/support.ts'
import { VisitReportSchema } from '#contracts/visits.ts'
import { plugins } from '#server/process/plugins.ts'

/** Contracts by endpoint. tests/wire/request-schemas.test.ts checks that endpoints use them, and that none is missing here. */
export const REQUEST_BODIES: Readonly<Record<string, z.ZodType>> = {
	...Object.assign({}, ...plugins.map(({ bodies }) => bodies)),
	'POST /functions/v1/create-payment': CreatePaymentSchema,
	'POST /functions/v1/send-verification-code': SendCodeSchema,
	'POST /functions/v1/verify-code': VerifyCodeSchema,
	'POST /functions/v1/send-course-progress-sms': CourseProgressTextSchema,
	'POST /functions/v1/send-payment-confirmation-sms': PaymentTextSchema,
	'POST /api/orders/:orderId/refund': RefundRequestSchema,
	'POST /api/orders/:orderId/transfer': AcceptTransferSchema,
	'POST /api/discounts/check': CheckDiscountSchema,
	'POST /api/course/lessons/:moduleId/:lessonId/quiz': GradeLessonQuizRequestSchema,
	'POST /api/progress/merge': MergeProgressRequestSchema,
	'POST /api/visits': VisitReportSchema,
	'POST /api/leads/early-access': EarlyAccessRequestSchema,
	'POST /api/leads/action-plan': ActionPlanRequestSchema,
	'POST /api/leads/feedback': FeedbackRequestSchema,
	'POST /api/leads/newsletter': NewsletterRequestSchema,
	'POST /api/leads/newsletter/unsubscribe-link': UnsubscribeLinkRequestSchema,
	'POST /api/planner/merge': MergePlannerRequestSchema,
	'POST /api/planner/pdf': PrintPlannerRequestSchema,
	'POST /api/downloads': DownloadRequestSchema,
	'POST /api/support/contact': ContactRequestSchema,
	'POST /api/certificates': ClaimCertificateSchema,
	'POST /api/sms/consent': GiveSmsConsentSchema,
	'POST /api/sessions/proof': SessionProofSchema,
	'POST /api/privacy/export': ExportRequestSchema,
	'POST /api/privacy/erasure': ErasureRequestSchema,
	'POST /api/mailbox/link': MailboxLinkSchema,
	'POST /api/mailbox/open': MailboxProofSchema,
	'POST /api/mailbox/export': MailboxExportSchema,
	'POST /api/mailbox/erasure': MailboxProofSchema,
	'PUT /api/preferences': ChangePreferencesSchema,
}

/** Schemas of multipart bodies, without the file field `cv`, which build-openapi.ts adds. */
export const MULTIPART_BODIES: Readonly<Record<string, z.ZodType>> = { 'POST /api/support/applications': ApplicationRequestSchema }

export const QUERY_SCHEMAS: Readonly<Record<string, z.ZodObject>> = {
	...Object.assign({}, ...plugins.map(({ queries }) => queries)),
	'GET /api/course/modules/:moduleId/lessons/:lessonId': LessonQuerySchema,
	'POST /api/course/lessons/:moduleId/:lessonId/quiz': LessonQuerySchema,
	'GET /api/planner': PlannerQuerySchema,
}

/** Endpoints that accept any JSON. The response says whether the JSON is one of our certificates. */
export const ANY_JSON_ENDPOINTS: ReadonlySet<string> = new Set(['POST /api/certificates/check'])

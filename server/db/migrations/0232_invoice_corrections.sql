-- Of a credit note that moved no money: the invoice with the right buyer that takes the place of the one it corrects.
alter table public.invoices
	add column replaced_by uuid references public.invoices,
	add check (replaced_by is null or kind = 'credit_note');

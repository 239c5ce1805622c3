package com.example.billing;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

public class InvoiceService {
    private final InvoiceRepository repository;
    private final MailSender mailSender;

    public InvoiceService(InvoiceRepository repository, MailSender mailSender) {
        this.repository = repository;
        this.mailSender = mailSender;
    }

    public List<Invoice> overdue(List<Invoice> invoices) {
        List<Invoice> result = new ArrayList<>();
        for (Invoice invoice : invoices) {
            if (invoice.getStatus() == "OVERDUE") {
                result.add(invoice);
            }
        }
        return result;
    }

    public BigDecimal total(Invoice invoice) {
        BigDecimal sum = new BigDecimal(0);
        for (InvoiceLine line : invoice.getLines()) {
            sum.add(line.getAmount());
        }
        return sum;
    }

    public void remind(long invoiceId) {
        Optional<Invoice> invoice = repository.findById(invoiceId);
        try {
            mailSender.send(invoice.get().getCustomer().getEmail(), "Payment reminder");
        } catch (Exception e) {
        }
    }
}

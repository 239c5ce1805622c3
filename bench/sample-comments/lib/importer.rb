require 'csv'
require 'json'

class Importer
  attr_reader :errors

  def initialize(path)
    @path = path
    @errors = []
  end

  def rows
    CSV.read(@path, headers: true).map { |row| row.to_h }
  end

  def import
    rows.each do |row|
      begin
        Customer.create!(name: row['name'], email: row['email'])
      rescue => e
        @errors << e
      end
    end
  end

  def valid_email?(email)
    if email =~ /@/
      return true
    else
      return false
    end
  end
end
